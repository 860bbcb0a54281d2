/** Pictures of combinations. */

import { die } from "/assets/dom.js";

const EXAMPLES = [4, 6, 3, 2, 5, 1];

/**
 * A pattern as dice: a digit as that face; letters as examples, alike where the letters are.
 * @param {string} pattern
 * @returns {HTMLElement}
 */
export function pictureOf(pattern) {
  const box = document.createElement("span");
  box.className = "dice";
  box.setAttribute("aria-hidden", "true");
  const free = EXAMPLES.filter((face) => !pattern.includes(String(face)));
  const letters = [...new Set(pattern.replace(/[^A-Z]/g, ""))];
  for (const sign of pattern) {
    const face = /[1-6]/.test(sign) ? Number(sign) : (free[letters.indexOf(sign)] ?? 1);
    const picture = die(face);
    if (/[A-Z]/.test(sign)) picture.classList.add("any", "ABCD"[letters.indexOf(sign) % 4]);
    box.append(picture);
  }
  return box;
}
