"""The pages of the widgets: each is one text that needs nothing beside it."""

import re

import pytest

from frenemy.notebook.page import EXPLORE, SEGMENT, modules, notebook_page, widget_module

EXPORTED = re.compile(r"export (?:async )?(?:class|function|const) (\w+)|export \{([^}]*)\}")


@pytest.fixture(params=[SEGMENT, EXPLORE], ids=lambda page: page.name)
def shown(request):
    return request.param


def exports(text):
    found = set()
    for single, several in EXPORTED.findall(text):
        names = [single] if single else [name.split(" as ")[-1].strip() for name in several.split(",")]
        found |= set(filter(None, names))
    return found


def test_all_imports_name_modules_that_are_there(shown):
    found = modules(shown)
    for path, text in found.items():
        for imported in re.findall(r'(?:from\s+|import\s+|import\()"([^"]+)"', text):
            assert imported.removeprefix("frenemy/") in found, (path, imported)


def test_the_page_uses_the_modules_of_the_notebook(shown):
    for path, text in modules(shown).items():
        if not path.startswith("notebook/"):
            assert not [one for one in shown.replaced if f'"frenemy/{one}"' in text], path


def test_modules_of_the_notebook_export_what_the_page_imports(shown):
    found = modules(shown)
    for text in found.values():
        for names, imported in re.findall(r'import \{([^}]*)\} from "frenemy/(notebook/[^"]+)"', text):
            wanted = {name.split(" as ")[0].strip() for name in names.split(",")} - {""}
            assert wanted <= exports(found[imported]), imported


def test_nothing_is_fetched(shown):
    page = notebook_page(shown)
    assert not re.findall(r'(?:src|href)="(?!#|/segment/|/faces/|/explore/)[^"]*"', page)  # links to pages are hidden
    assert "<!-- include" not in page
    assert "<link" not in page
    assert "<style>" in page


def test_the_module_of_the_widget_holds_the_page(shown):
    text = widget_module(shown)
    assert '"the page"' not in text
    assert "</script" not in text
    assert "importmap" in text
