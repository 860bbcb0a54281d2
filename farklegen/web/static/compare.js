/** These rules beside one or two others. */

import { byId, element } from "./elements.js";
import { Job } from "./job.js";
import { packedIn, unpack } from "./packing.js";
import { askShown, readShown } from "./server.js";

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
      () => ({ ask: "compare", rules: this.asked, format: "fragment" }),
      (job) => this.fill(readShown(`/api/jobs/${job}/result`)),
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
    for (const [at, select] of this.selects.entries()) {
      select.replaceChildren(
        element("option", { value: "" }, at ? "nothing else" : "choose …"),
        ...rulesets.map((each) => element("option", { value: each.name }, each.title)),
        element("option", { value: PASTED }, "a link or a file …"),
      );
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
    const nodes = await found.catch((error) => [
      element("p", { class: "bad", role: "alert" }, error instanceof Error ? error.message : String(error)),
    ]);
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
    const rules = this.rules();
    const others = [];
    for (const { value } of this.selects) {
      if (value === PASTED && !this.pasted.value.trim()) return [];
      if (value) others.push(value === PASTED ? await this.other() : value);
    }
    if (!others.length) return [];
    this.asked = [rules, ...others];
    byId("compare-job").hidden = false;
    return askShown("compare", { rules: this.asked });
  }

  /** @returns {Promise<string>} */
  async other() {
    const text = this.pasted.value;
    const packed = text.includes("\n") ? null : packedIn(text);
    if (!packed) return text;
    return unpack(packed).catch(() => {
      throw new Error("The rules in this link are damaged: copy the whole link again.");
    });
  }
}
