// The explore page: opens the clustering that was named or dropped, or shows how to begin.

import { byId } from "../shared/dom.js";
import { showError } from "../shared/notices.js";
import { requestJson } from "../shared/requests.js";
import { clearAddress, parameter, setParameter } from "./address.js";
import { connectControls } from "./controls.js";
import { Explorer } from "./explorer.js";
import { Home } from "./home.js";

/** @type {{ explorer: Explorer | null, home: Home | null }} */
const page = { explorer: null, home: null };

async function open(key) {
  setParameter("clustering", key === "main" ? null : key);
  const bias = Number(parameter("bias"));
  const explorer = new Explorer(key, Number.isFinite(bias) ? bias : 0);
  await explorer.load();
  byId("home").hidden = true;
  page.home = null;
  page.explorer = explorer;
}

async function start() {
  connectControls(page);
  if (matchMedia("(max-width: 760px)").matches) for (const id of ["facts-fold", "drawing"]) byId(id).open = false; // the lists come first
  const about = await requestJson("/explore/home");
  const key = parameter("clustering") ?? about.clustering;
  try {
    if (key) return await open(key);
  } catch (error) {
    if (error.status !== 404) throw error;
    showError("This clustering is gone: the server has restarted. Drop the file again.");
    clearAddress();
  }
  document.body.classList.add("at-home");
  document.body.classList.remove("opening");
  page.home = new Home(about, (opened) => open(opened).catch((error) => showError(error.message)));
}

start().catch((error) => showError(error.message));
