/** These rules beside one or two others. */

import { byId, el } from "/assets/dom.js";
import { Job } from "./job.js";
import { askShown, carried } from "./server.js";

const PASTED = "pasted";

export class Comparison {
  /** @param {() => string} rules  the text of the rules on the page */
  constructor(rules) {
    this.rules = rules;
    /** @type {string[]} */
    this.asked = [];
    /** Counts the questions: only the answer to the last one is shown. */
    this.turn = 0;
    this.selects = /** @type {HTMLSelectElement[]} */ ([byId("other-1"), byId("other-2")]);
    this.pasted = /** @type {HTMLTextAreaElement} */ (byId("other-text"));
    this.job = new Job(
      byId("compare-job"), "Compare the matches, too",
      () => ({ rules: this.asked, format: "fragment" }),
      (job) => this.fill(askShown(`jobs/${job}/result`)),
    );
    byId("compare-job").hidden = true;
    for (const select of this.selects) select.addEventListener("change", () => void this.show());
    let timer = 0;
    this.pasted.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.show(), 250);
    });
  }

  /** @param {{name: string, title: string}[]} rulesets */
  offer(rulesets) {
    for (const select of this.selects) {
      const others = [...rulesets, { name: PASTED, title: "a link or a file …" }];
      select.append(...others.map((each) => el("option", { value: each.name }, each.title)));
    }
  }

  /** The rules on the page have changed. */
  changed() {
    if (this.selects.some((select) => select.value)) void this.show();
  }

  show() {
    byId("pasted").hidden = !this.selects.some((select) => select.value === PASTED);
    return this.fill(this.compared());
  }

  /**
   * Show what is found, or why nothing is, unless something else was asked in between.
   * @param {Promise<Node[]>} found
   */
  async fill(found) {
    const turn = (this.turn += 1);
    byId("comparison").setAttribute("aria-busy", "true");
    const nodes = await found.catch((error) => [el("p.bad", { role: "alert" }, error.message)]);
    if (turn !== this.turn) return;
    byId("comparison").setAttribute("aria-busy", "false");
    byId("comparison").replaceChildren(...nodes);
  }

  /**
   * The comparison without matches; nothing where there is nothing to compare with.
   * @returns {Promise<Node[]>}
   */
  async compared() {
    void this.job.cancel();
    byId("compare-job").hidden = true;
    const others = this.selects.map(({ value }) => (value === PASTED ? this.pasted.value.trim() && this.other() : value));
    const chosen = this.selects.filter(({ value }) => value).length;
    if (!chosen || others.filter(Boolean).length < chosen) return [];
    this.asked = [this.rules(), ...(await Promise.all(others.filter(Boolean)))];
    byId("compare-job").hidden = false;
    return askShown("compare", { rules: this.asked });
  }

  /** The rules that are pasted, as text. */
  other() {
    const text = this.pasted.value;
    const rules = text.includes("\n") ? null : carried(text);
    if (rules === "") throw new Error("The rules in this link are damaged: copy the whole link again.");
    return rules ?? text;
  }
}
