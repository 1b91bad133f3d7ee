"""The page of the widget: one text that needs nothing beside it."""

import re

from frenemy.notebook.page import REPLACED, modules, notebook_page, widget_module

MAIN = "web/static/segment/main.js"
EXPORTED = re.compile(r"export (?:async )?(?:class|function|const) (\w+)|export \{([^}]*)\}")


def exports(text):
    found = set()
    for single, several in EXPORTED.findall(text):
        names = [single] if single else [name.split(" as ")[-1].strip() for name in several.split(",")]
        found |= set(filter(None, names))
    return found


def test_all_imports_name_modules_that_are_there():
    found = modules(MAIN)
    for path, text in found.items():
        for imported in re.findall(r'(?:from|import)\s+"([^"]+)"', text):
            assert imported.removeprefix("frenemy/") in found, (path, imported)


def test_the_page_uses_the_modules_of_the_notebook():
    for path, text in modules(MAIN).items():
        if not path.startswith("notebook/"):
            assert not [one for one in REPLACED if f'"frenemy/{one}"' in text], path


def test_modules_of_the_notebook_export_what_the_page_imports():
    found = modules(MAIN)
    for text in found.values():
        for names, imported in re.findall(r'import \{([^}]*)\} from "frenemy/(notebook/[^"]+)"', text):
            wanted = {name.split(" as ")[0].strip() for name in names.split(",")} - {""}
            assert wanted <= exports(found[imported]), imported


def test_nothing_is_fetched():
    page = notebook_page()
    assert not re.findall(r'(?:src|href)="(?!#|/segment/|/faces/)[^"]*"', page)  # links to pages lie in the hidden bar
    assert "<!-- include" not in page
    assert page.count("<style>") == 5


def test_the_module_of_the_widget_holds_the_page():
    text = widget_module()
    assert '"the page"' not in text
    assert "</script" not in text
    assert "importmap" in text
