"""What tests look at in a report."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = {"meta", "link", "img", "br"}


class Page(HTMLParser):
    """The text of a page by section, its tables, its scripts, and whether its tags match."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.section = "head"
        self.text: dict[str, str] = {}
        self.rows: dict[str, list[list[str]]] = {}
        self.tags: set[str] = set()
        self.scripts: list[str] = []
        self.attributes: set[tuple[str, str | None]] = set()
        self.feed(html)
        self.close()
        assert self.open == [], f"never closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= set(attributes)
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = dict(attributes)["id"]
        if tag == "tr":
            self.rows.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.rows[self.section][-1].append("")

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= set(attributes)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag
        if tag == "section":
            self.section = "end"

    def handle_data(self, data):
        if "script" in self.open:
            self.scripts.append(data)
        if {"style", "title", "script"} & set(self.open):
            return
        self.text[self.section] = self.text.get(self.section, "") + data
        if "td" in self.open:
            self.rows[self.section][-1][-1] += data

    def body(self, section: str) -> list[list[str]]:
        """The rows of a section's tables, without headings."""
        return [row for row in self.rows.get(section, []) if any(row)]
