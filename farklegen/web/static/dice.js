/** Pictures of dice. */

const SVG = "http://www.w3.org/2000/svg";
const SPOTS = ["4", "08", "048", "0268", "02468", "023568"];
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
    box.append(die(face, /[A-Z]/.test(sign) ? `any ${"ABCD"[letters.indexOf(sign) % 4]}` : ""));
  }
  return box;
}

/**
 * @param {number} face
 * @param {string} kind  classes
 * @returns {SVGElement}
 */
function die(face, kind) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 20 20");
  picture.setAttribute("class", `die ${kind}`);
  const edge = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: 1, y: 1, width: 18, height: 18, rx: 4 })) {
    edge.setAttribute(name, String(value));
  }
  picture.append(edge);
  for (const spot of SPOTS[face - 1]) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", String(5 * (Number(spot) % 3) + 5));
    pip.setAttribute("cy", String(5 * Math.floor(Number(spot) / 3) + 5));
    pip.setAttribute("r", "1.9");
    picture.append(pip);
  }
  return picture;
}
