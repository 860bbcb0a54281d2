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
    this.selects = /** @type {HTMLSelectElement[]} */ ([byId("other-1"), byId("other-2")]);
    this.pasted = /** @type {HTMLTextAreaElement} */ (byId("other-text"));
    this.job = new Job(
      byId("compare-job"), "Compare the matches, too",
      () => ({ ask: "compare", rules: this.asked, format: "fragment" }),
      async (job) => byId("comparison").replaceChildren(...(await readShown(`/api/jobs/${job}/result`))),
    );
    byId("compare-job").hidden = true;
    for (const input of [...this.selects, this.pasted]) {
      input.addEventListener("change", () => void this.show());
    }
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

  async show() {
    const box = byId("comparison");
    byId("pasted").hidden = !this.selects.some((select) => select.value === PASTED);
    try {
      const others = [];
      for (const { value } of this.selects) {
        if (value === PASTED && !this.pasted.value.trim()) return;
        if (value) others.push(value === PASTED ? await this.other() : value);
      }
      if (!others.length) return;
      this.asked = [this.rules(), ...others];
      byId("compare-job").hidden = false;
      this.job.forget();
      box.replaceChildren(...(await askShown("compare", { rules: this.asked })));
    } catch (error) {
      box.replaceChildren(element("p", { class: "bad" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @returns {Promise<string>} */
  async other() {
    const text = this.pasted.value;
    const packed = text.includes("\n") ? null : packedIn(text);
    return packed ? unpack(packed) : text;
  }
}
