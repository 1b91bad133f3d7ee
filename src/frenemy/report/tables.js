"use strict";
// Search and sorting for the tables of a report. Without scripts, the tables are there all the same.
(() => {
  const MIN_ROWS_TO_SEARCH = 6;
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // Text as it is; a number from "1,234", "−0.5", "at most 3" or "12 %"; null for a cell without one.
  const valueOf = (cell, isNumber) => {
    const text = cell.textContent.trim();
    if (!isNumber) return text || null;
    const digits = text.replaceAll(",", "").replace("\u2212", "-").match(/-?\d+(\.\d+)?(e[-+]?\d+)?/);
    return digits ? Number(digits[0]) : null;
  };
  const compared = (a, b) => (typeof a === "number" ? a - b : collator.compare(a, b));

  // An id may be shortened: what it says on hover is searched as well.
  const searchText = (row) =>
    plain([...row.cells].flatMap((cell) => [cell.textContent, ...titlesIn(cell)]).join("\n"));
  const titlesIn = (cell) => [...cell.querySelectorAll("[title]")].map((part) => part.title);

  const equip = (box) => {
    const bodies = [...box.querySelectorAll("tbody")]; // the second one is folded away
    const fold = box.querySelector("details");
    const rows = bodies.flatMap((body) => [...body.rows]);
    if (rows.length < 2) return;
    const nAtOnce = bodies[0].rows.length;
    const headings = [...box.querySelectorAll("thead")].map((head) => [...head.rows[0].cells]);
    let words = [];
    let sorted = null; // {column, isDown}; null is the order of the page

    const found = () => rows.filter((row) => words.every((word) => texts().get(row).includes(word)));
    let known = null; // computed on the first search
    const texts = () => (known ??= new Map(rows.map((row) => [row, searchText(row)])));

    const inOrder = (chosen) => {
      if (!sorted) return chosen;
      const { column, isDown } = sorted;
      const isNumber = headings[0][column].classList.contains("number");
      const keyed = chosen.map((row) => [valueOf(row.cells[column], isNumber), row]);
      const given = keyed.filter(([value]) => value !== null);
      given.sort(([a], [b]) => (isDown ? compared(b, a) : compared(a, b)));
      return [...given, ...keyed.filter(([value]) => value === null)].map(([, row]) => row); // empty cells last
    };

    const show = () => {
      const chosen = inOrder(words.length ? found() : rows);
      const n = words.length ? chosen.length : nAtOnce;
      bodies[0].replaceChildren(...chosen.slice(0, n));
      bodies[1]?.replaceChildren(...chosen.slice(n));
      if (fold) fold.hidden = words.length > 0;
      return chosen.length;
    };

    const sortBy = (column) => {
      if (sorted?.column !== column) sorted = { column, isDown: false };
      else sorted = sorted.isDown ? null : { column, isDown: true };
      for (const row of headings) {
        row.forEach((heading, k) => {
          if (sorted?.column !== k) heading.removeAttribute("aria-sort");
          else heading.setAttribute("aria-sort", sorted.isDown ? "descending" : "ascending");
        });
      }
      show();
    };

    for (const row of headings) {
      row.forEach((heading, column) => {
        const button = element("button", { type: "button", className: "sort" }, ...heading.childNodes);
        button.addEventListener("click", () => sortBy(column));
        heading.append(button);
      });
    }

    if (rows.length < MIN_ROWS_TO_SEARCH) return;
    const count = rows.length.toLocaleString("en");
    const what = "limited" in box.dataset ? `Search in the ${count} rows shown` : `Search in ${count} rows`;
    const field = element("input", { type: "search", autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-label", `${what}: ${box.querySelector(".scroll").getAttribute("aria-label")}`);
    const status = element("span", {});
    status.setAttribute("role", "status");
    const search = () => {
      words = plain(field.value).split(/\s+/).filter(Boolean);
      const n = show();
      status.textContent = !words.length ? "" : n ? `${n.toLocaleString("en")} of ${count} rows` : "no rows";
    };
    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !field.value) return;
      event.preventDefault();
      field.value = "";
      search();
    });
    box.prepend(element("div", { className: "tools" }, element("label", {}, `${what} `, field), status));
  };

  document.querySelectorAll(".rows").forEach(equip);
})();
