"""Pages of files in a browser, of which nothing may be asked of the network or go wrong."""

from contextlib import contextmanager


@contextmanager
def quiet_pages(browser):
    """A function that opens a file; at the end there must be no requests, messages, errors or dialogs."""
    contexts, trouble = [], []

    def open_page(path, *, width=1100, scheme="light", **options):
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: trouble.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
        page.on("dialog", lambda dialog: trouble.append(f"dialog: {dialog.message}"))
        page.on("request", lambda it: trouble.append(it.url) if not it.url.startswith(("data:", "file:")) else None)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []
