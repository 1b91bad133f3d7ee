// The widget as a notebook runs it: the page in a frame of its own, and messages between the page and Python.

// Put in by page.py.
const PAGE = "the page"; // its HTML
const TITLE = "the title";

// A frame has its own keys, names and styles, so the page and the notebook do not get into each other's way.
async function render({ model, el }) {
  const channel = await model.widget_manager.get_model(model.get("_channel").replace("IPY_MODEL_", ""));
  const frame = document.createElement("iframe");
  frame.title = TITLE;
  frame.setAttribute("sandbox", "allow-scripts allow-downloads"); // it needs nothing of the notebook but messages
  Object.assign(frame.style, { display: "block", width: "100%", border: "1px solid #8885", borderRadius: "8px", boxSizing: "border-box" });
  frame.srcdoc = PAGE;

  const toPage = (message, transfer = []) => frame.contentWindow?.postMessage(message, "*", transfer);
  const showHeight = () => (frame.style.height = `${channel.get("height")}px`);
  const tellTheme = () => toPage({ kind: "theme", theme: theme() });
  const onPage = ({ source, data }) => {
    if (source !== frame.contentWindow || !data) return;
    if (data.kind === "ready") tellTheme();
    else channel.send(data);
  };
  const onPython = (content, buffers) => {
    const payloads = (buffers ?? []).map((view) => view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
    toPage({ ...content, payload: payloads[0] }, payloads);
  };
  const themes = new MutationObserver(tellTheme);
  themes.observe(document.body, { attributeFilter: ["data-jp-theme-light", "class"] });
  addEventListener("message", onPage);
  channel.on("msg:custom", onPython);
  channel.on("change:height", showHeight);
  showHeight();
  el.append(frame);
  return () => {
    themes.disconnect();
    removeEventListener("message", onPage);
    channel.off("msg:custom", onPython);
    channel.off("change:height", showHeight);
  };
}

// That of JupyterLab or VS Code, or "" where the notebook does not say.
function theme() {
  const { dataset, classList } = document.body;
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "true" ? "light" : "dark";
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return "dark";
  return classList.contains("vscode-light") ? "light" : "";
}

export default { render };
