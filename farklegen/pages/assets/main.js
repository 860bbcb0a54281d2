/**
 * The page: unpacks its document, shows its parts, and says what is missing.
 */

import { canUnpack, unpackAll } from "./codec.js";
import { el } from "./dom.js";
import { showDrill } from "./drill.js";
import { ExplorerView } from "./explorer_view.js";
import { Match } from "./match.js";
import { Rolls } from "./rolls.js";
import { TableView } from "./table_view.js";

/** @param {string} id */
function place(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** What makes each part, until it is first shown. @type {Map<string, () => void>} */
const makers = new Map();

/** Where the page opens: at the table, or where there is no advice there, with the card. */
let opening = "#table";

/** Show the part that the address names, or the one where the page opens. */
function showPart() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("nav a")]);
  const wanted = links.find((link) => link.hash === location.hash) ?? links.find((link) => link.hash === opening);
  for (const link of links) {
    const part = place(link.hash.slice(1));
    part.hidden = link !== wanted;
    if (link === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  make(wanted?.hash.slice(1) ?? "");
  letScroll();
}

/** @param {string} id */
function make(id) {
  const maker = makers.get(id);
  makers.delete(id);
  try {
    maker?.();
  } catch (error) {
    instead(id, `This part did not start: ${error instanceof Error ? error.message : error}`);
    throw error;
  }
}

/** Let the keyboard scroll the tables that are too wide for the screen. */
function letScroll() {
  for (const wide of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#card .wide, #odds .wide"))) {
    if (wide.scrollWidth > wide.clientWidth) {
      wide.tabIndex = 0;
      wide.setAttribute("role", "group");
      wide.setAttribute("aria-label", `${wide.previousElementSibling?.textContent ?? "Table"}, scrolls`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) wide.removeAttribute(name);
    }
  }
}

/** @param {string} id @param {string} words */
function instead(id, words) {
  place(id).append(el("p.missing", {}, words));
}

/** Name this address in the manifest; a page opened from a file cannot be installed. */
function nameStart() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=manifest]"));
  if (!link || !location.protocol.startsWith("http")) return;
  const comma = link.href.indexOf(",") + 1;
  const manifest = JSON.parse(decodeURIComponent(link.href.slice(comma)));
  manifest.start_url = manifest.scope = location.href.split("#")[0];
  link.href = link.href.slice(0, comma) + encodeURIComponent(JSON.stringify(manifest));
}

async function begin() {
  addEventListener("hashchange", () => {
    showPart();
    scrollTo(0, 0);
  });
  addEventListener("resize", letScroll);
  nameStart();
  showPart();
  if (!canUnpack()) {
    for (const id of ["table", "explorer", "drill"]) {
      instead(id, "This needs a newer browser: Chrome 80, Safari 16.4 or Firefox 113, or later ones. The card and the odds are here all the same.");
    }
    return;
  }
  const page = await unpackAll(JSON.parse(place("data").textContent ?? ""));
  const { rules, id } = page;
  const rolls = new Rolls(page.rolls, rules);
  const match = page.match ? new Match(page.match) : null;
  if (match) {
    makers.set("table", () => new TableView(place("table"), { match, rolls, rules, id }));
    makers.set("explorer", () => new ExplorerView(place("explorer"), { match, hands: rolls.hands, rules }));
  } else {
    opening = "#card";
    for (const part of ["table", "explorer"]) instead(part, page.missing.join(" "));
  }
  if (page.drill) makers.set("drill", () => showDrill(place("drill"), page.drill, rolls.hands, id));
  else instead("drill", page.missing.join(" "));
  showPart();
  document.documentElement.dataset.ready = "yes";
}

begin().catch((error) => {
  for (const id of ["table", "explorer", "drill"]) {
    if (!place(id).querySelector(".missing, .table, .explorer, .drill")) instead(id, `This part did not start: ${error.message}`);
  }
  throw error;
});
