/** Something that takes long: asked for, followed, given up. */

import { button, el } from "/assets/dom.js";
import { Refused, ask } from "./server.js";

const EVERY = 500; // milliseconds between two questions how it stands

export class Job {
  /**
   * @param {HTMLElement} box  where a button, and then the progress, is shown
   * @param {string} text  of the button
   * @param {() => object} body  what is asked
   * @param {(job: string) => void} done  hears its number when it is done
   */
  constructor(box, text, body, done) {
    this.box = box;
    this.text = text;
    this.body = body;
    this.done = done;
    this.job = "";
    /** Counts what was begun and given up: what was asked before is not followed any more. */
    this.turn = 0;
    this.offer();
  }

  /**
   * The button, below a problem.
   * @param {string | null} [problem]
   */
  offer(problem) {
    this.turn += 1;
    this.job = "";
    const say = problem ? [el("p.bad", { role: "alert" }, problem)] : [];
    this.box.replaceChildren(...say, button("button.primary", () => this.follow(), {}, this.text));
  }

  /** Ask for it, and how it stands, until it is done or given up. */
  async follow() {
    const turn = (this.turn += 1);
    const body = this.body();
    while (turn === this.turn) {
      try {
        const state = await (this.job ? ask(`jobs/${this.job}`) : ask("jobs", body));
        if (turn !== this.turn) return;
        this.job = state.job;
        if (state.state === "done") {
          this.box.replaceChildren();
          return this.done(state.job);
        }
        if (state.state === "refused") return this.offer(state.error);
        this.progress(state.share, state.doing);
      } catch (error) {
        if (turn !== this.turn) return;
        if (!(error instanceof Refused)) throw error;
        if (error.slug !== "away" || !this.job) return this.offer(error.message);
        this.box.querySelector("p")?.replaceChildren("No connection. The work goes on; trying again …");
      }
      await new Promise((wait) => setTimeout(wait, EVERY));
    }
  }

  /**
   * @param {number} share
   * @param {string} doing
   */
  progress(share, doing) {
    if (!this.box.querySelector("progress")) {
      const bar = el("progress", { max: 1, "aria-label": "Progress" });
      this.box.replaceChildren(el("p", { role: "status" }), bar, button("button", () => this.cancel(), {}, "Cancel"));
    }
    this.box.querySelector("progress")?.setAttribute("value", String(share));
    this.box.querySelector("p")?.replaceChildren(`${doing}: ${Math.floor(100 * share)}%`);
  }

  /** Give it up, and offer the button again. */
  async cancel() {
    const { job } = this;
    this.offer();
    if (job) await ask(`jobs/${job}`, undefined, undefined, "DELETE").catch(() => undefined);
  }
}
