"use strict";
(() => {
  const field = document.getElementById("find");
  if (!field) return;
  const found = document.getElementById("found");
  const cards = [...document.querySelectorAll("[data-text]")];
  const people = cards.filter((card) => card.id);
  const sections = [...document.querySelectorAll("section")];
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const texts = cards.map((card) => plain(card.dataset.text));
  const folds = [...document.querySelectorAll("section > details")];
  const search = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    cards.forEach((card, i) => { card.hidden = !words.every((word) => texts[i].includes(word)); });
    for (const part of sections) part.hidden = words.length > 0 && !part.querySelector("[data-text]:not([hidden])");
    for (const fold of folds) {
      if (words.length) { fold.dataset.open ??= fold.open; fold.open = true; }
      else if (fold.dataset.open) { fold.open = fold.dataset.open === "true"; delete fold.dataset.open; }
    }
    const n = people.filter((card) => !card.hidden).length;
    found.textContent = words.length ? `${n} of ${people.length} people` : "";
  };
  field.addEventListener("input", search);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && document.activeElement === field) {
      field.value = "";
      search();
    }
  });
  // A link to a person opens what it is folded away in, and takes a filter back that would hide it.
  const show = () => {
    const card = location.hash.startsWith("#person-") && document.getElementById(location.hash.slice(1));
    if (!card) return;
    if (card.hidden) { field.value = ""; search(); }
    for (let fold = card.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    card.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", show);
  show();
  search(); // a browser may have kept what was typed
})();
