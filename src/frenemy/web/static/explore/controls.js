// The actions of keys and buttons.

import { closeDialogsOutside, closeMenu, closeMenusOutside } from "../shared/dismiss.js";
import { byId } from "../shared/dom.js";
import { listenToDropsAndPastes } from "../shared/drop_and_paste.js";
import { exportButtons } from "../shared/export_menu.js";
import { fillHelp, listenToKeys } from "../shared/key_table.js";
import { keepNoticesAbove, showError, showNote } from "../shared/notices.js";
import { toggleTheme } from "../shared/theme.js";
import { openHash } from "./address.js";
import { downloadExport, EXPORTS } from "./exports.js";
import { isAvailable, KEYS } from "./keys.js";
import { hashOf, VIEWS } from "./routes.js";

/** @param {{ explorer: import("./explorer.js").Explorer | null, home: import("./home.js").Home | null }} page whose fields change */
export function connectControls(page) {
  const actions = actionsOf(page);
  for (const [id, act] of Object.entries(buttonsOf(page, actions))) byId(id).addEventListener("click", () => act());
  byId("exports").append(...exportButtons(EXPORTS, (row) => exportAs(page.explorer, row)));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.value) event.target.blur();
    if (event.key === "ArrowDown") page.explorer.groups.focus();
  });
  keepNoticesAbove(byId("toolbar"));
  closeMenusOutside();
  closeDialogsOutside();
  listenToDropsAndPastes(([file]) => {
    if (page.home) page.home.upload(file);
    else if (page.explorer) showNote("A clustering is open: start “frenemy serve” without a file to drop others");
  });
  listenToKeys(KEYS, actions, isAvailable(() => page.explorer?.view ?? null));
  fillHelp(KEYS);
}

// By the action names of the key table.
function actionsOf(page) {
  const withPair = (act) => () => {
    const pair = page.explorer.pair();
    if (pair) act(pair);
  };
  return {
    same: () => page.explorer.questions.answer(true),
    different: () => page.explorer.questions.answer(false),
    skip: () => page.explorer.questions.skip(),
    search() {
      if (page.explorer.view !== "groups") openHash(hashOf("groups"));
      byId("finder").hidden = false;
      byId("search").focus();
      byId("search").select();
    },
    rows: () => page.explorer.groups.focus(),
    escape: () => escape(page.explorer),
    select(event) {
      const { group } = page.explorer;
      const index = group.list.indexOf(event.target);
      if (event.shiftKey) group.extend(index);
      else group.toggle(index);
    },
    selectAll: () => page.explorer.group.chooseAll(),
    moveTo: () => page.explorer.moveTo(),
    newGroup: () => page.explorer.chosen.names.size && page.explorer.move(page.explorer.chosen.things, null),
    together: withPair(([u, v]) => page.explorer.changes.together(u, v)),
    apart: withPair(([u, v]) => page.explorer.changes.apart(u, v)),
    why: withPair((pair) => page.explorer.open(hashOf("why", pair))),
    split: () => byId("split-open").hidden || byId("split-open").click(),
    join: () => page.explorer.join(),
    tab(event) {
      const view = VIEWS[Number(event.key) - 1];
      if (!byId("tabs").querySelector(`[data-tab="${view}"]`).hidden) page.explorer.open(hashOf(view));
    },
    undo: () => page.explorer.changes.travel("undo"),
    redo: () => page.explorer.changes.travel("redo"),
    export() {
      byId("export-menu").open = true;
      byId("exports").querySelector("button").focus();
    },
    theme: toggleTheme,
    help: () => byId("help").showModal(),
  };
}

// By the ids of buttons.
function buttonsOf(page, actions) {
  return {
    undo: actions.undo,
    redo: actions.redo,
    theme: actions.theme,
    "help-open": actions.help,
    back: () => backToGroups(page.explorer),
    "no-groups-all": () => page.explorer.groups.clear(),
    "bias-zero": () => page.explorer.setBias(0),
    "chosen-move": actions.moveTo,
    "chosen-new": actions.newGroup,
    "chosen-same": actions.together,
    "chosen-apart": actions.apart,
    "chosen-why": actions.why,
    "chosen-drop": () => page.explorer.chosen.clear(),
    "split-keep": () => byId("split").close(),
  };
}

// All groups, as they were searched and sorted.
function backToGroups(explorer) {
  openHash(explorer.groups.hash);
}

async function exportAs(explorer, row) {
  byId("export-menu").open = false;
  try {
    await downloadExport(explorer.clustering, row);
  } catch (error) {
    showError(error.message);
  }
}

// Escape: close the menu, clear the selection, leave the group, or clear the search.
function escape(explorer) {
  if (closeMenu()) return;
  if (explorer.chosen.names.size) explorer.chosen.clear();
  else if (explorer.view !== "groups") backToGroups(explorer);
  else if (explorer.groups.isNarrowed) explorer.groups.clear();
}
