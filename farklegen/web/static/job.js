/** Something that takes long: asked for, followed, given up. */

import { button, el } from "/assets/dom.js";
import { Refused, ask, giveUp } from "./server.js";

const EVERY = 500; // milliseconds between two questions how it stands

/** @typedef {{job: string, title: string, state: string, share: number, doing: string, error: string | null}} JobState */

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
        this.job = state.job; // empty while it waits for another
        if (state.before) this.wait(state.before);
        else if (state.state === "done") {
          this.box.replaceChildren();
          return this.done(state.job);
        } else if (state.state === "refused") return this.offer(state.error);
        else this.progress(state, `${state.doing || "beginning"}: ${percent(state)}`);
      } catch (error) {
        if (turn !== this.turn) return;
        if (!(error instanceof Refused)) throw error;
        if (error.slug === "unknown-job") this.job = ""; // another came between: ask again
        else if (error.slug === "away" && this.job) this.box.querySelector("p")?.replaceChildren("No connection. The work goes on; trying again …");
        else return this.offer(error.message);
      }
      await new Promise((wait) => setTimeout(wait, EVERY));
    }
  }

  /** @param {JobState} other  what the server works on */
  wait(other) {
    const stop = button("button", () => giveUp(other.job), {}, `Stop ${other.title} and begin this`);
    this.progress(other, `Waiting: the server works on ${other.title} (${percent(other)}).`, stop);
  }

  /**
   * @param {JobState} state  of what is worked on
   * @param {string} words
   * @param {...Node} more  what else can be done
   */
  progress(state, words, ...more) {
    if (this.box.dataset.job !== state.job || !this.box.querySelector("progress")) {
      this.box.dataset.job = state.job;
      const bar = el("progress", { max: 1, "aria-label": "Progress" });
      this.box.replaceChildren(el("p", { role: "status" }), bar, ...more, button("button", () => this.cancel(), {}, "Cancel"));
    }
    this.box.querySelector("progress")?.setAttribute("value", String(state.share));
    this.box.querySelector("p")?.replaceChildren(words);
  }

  /** Give it up, and offer the button again. */
  async cancel() {
    const { job } = this;
    this.offer();
    if (job) await giveUp(job);
  }
}

/** @param {JobState} state */
function percent(state) {
  return `${Math.floor(100 * state.share)}%`;
}
