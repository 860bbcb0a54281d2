/** The page: unpacks its document, shows its parts, and says what is missing. */

import { unpackAll } from "./codec.js";
import { byId, el } from "./dom.js";
import { showDrill } from "./drill.js";
import { showExplorer } from "./explorer_view.js";
import { Match } from "./match.js";
import { Rolls } from "./rolls.js";
import { TableView } from "./table_view.js";

/** Where the page opens: at the table, or where there is no advice there, with the card. */
let opening = "#table";

/** Show the part that the address names, or the one where the page opens. */
function showPart() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("nav a")]);
  const wanted = links.find((link) => link.hash === location.hash) ?? links.find((link) => link.hash === opening);
  for (const link of links) {
    byId(link.hash.slice(1)).hidden = link !== wanted;
    if (link === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function begin() {
  addEventListener("hashchange", () => {
    showPart();
    scrollTo(0, 0);
  });
  showPart();
  /** What makes each part, and why it cannot. @type {Record<string, (() => void) | string>} */
  const parts = { table: "", explorer: "", drill: "" };
  if (typeof DecompressionStream !== "function") {
    const old = "This needs a newer browser: Chrome 80, Safari 16.4 or Firefox 113, or later ones. The card and the odds are here all the same.";
    for (const id in parts) parts[id] = old;
  } else {
    const { id, ...page } = await unpackAll(JSON.parse(byId("data").textContent ?? ""));
    const rolls = new Rolls(page.rolls);
    const match = page.match && new Match(page.match);
    const missing = page.missing.join(" ");
    parts.table = match ? () => new TableView(byId("table"), { match, rolls, id }) : missing;
    parts.explorer = match ? () => showExplorer(byId("explorer"), { match, hands: rolls.hands }) : missing;
    parts.drill = page.drill ? () => showDrill(byId("drill"), page.drill, rolls.hands, id) : missing || "These rules leave nothing to decide.";
    if (!match) opening = "#card";
    showPart();
  }
  for (const [id, part] of Object.entries(parts)) {
    const words = typeof part === "string" ? part : started(part);
    if (words) byId(id).append(el("p.missing", {}, words));
  }
  document.documentElement.dataset.ready = "yes";
}

/** Make a part; returns why it did not start. @param {() => void} part */
function started(part) {
  try {
    part();
  } catch (error) {
    reportError(error);
    return `This part did not start: ${error}`;
  }
}

void begin();
