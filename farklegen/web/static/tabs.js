/** Views, one of which is shown; on a small screen the form is one of them. */

import { byId } from "./elements.js";

export class Tabs {
  constructor() {
    this.tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.choose(tab));
      tab.addEventListener("keydown", (event) => this.key(event, tab));
    }
    const small = matchMedia("(max-width: 56rem)").matches;
    this.choose(byId(small ? "tab-rules" : "tab-card"));
  }

  /** @param {HTMLElement} chosen */
  choose(chosen) {
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      const view = byId(tab.getAttribute("aria-controls") ?? "");
      if (view.id !== "rules") view.hidden = tab !== chosen;
    }
    document.querySelector(".desk")?.classList.toggle("shows-rules", chosen.id === "tab-rules");
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} tab
   */
  key(event, tab) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = this.tabs.filter((each) => each.offsetParent !== null);
    const next = there[(there.indexOf(tab) + step + there.length) % there.length];
    this.choose(next);
    next.focus();
  }
}
