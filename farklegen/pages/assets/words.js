/**
 * Numbers and reasons in words.
 */

/** @param {number} number */
export function points(number) {
  return Math.round(number).toLocaleString("en-US");
}

/** A chance as per cent; never rounded to 0 or 100. @param {number} share */
export function percent(share, digits = 1) {
  const least = 0.5 * 10 ** -(digits + 2);
  if (share > 0 && share < least) return `<${(10 ** -digits).toFixed(digits)}%`;
  if (share < 1 && share > 1 - least) return `>${(100 - 10 ** -digits).toFixed(digits)}%`;
  return `${(100 * share).toFixed(digits)}%`;
}

/** @param {number} count */
export function diceWords(count) {
  return count === 1 ? "1 die" : `${count} dice`;
}

/** Percentage points apart. @param {number} share */
export function apart(share) {
  const shown = 100 * share;
  return shown >= 0.1 ? shown.toFixed(1) : shown >= 0.001 ? shown.toFixed(3) : "less than 0.001";
}

/**
 * Why to bank or to roll, in a sentence.
 *
 * @param {object} about
 * @param {import("./match.js").Prospect} about.worth
 * @param {string} about.dice to roll, in words
 * @param {number} about.score turn score
 * @param {number} about.farkle chance that these dice farkle
 * @param {boolean} about.keeps whether a farkle keeps the turn score
 * @param {number} about.costs points that a farkle costs besides
 * @param {boolean} about.wins whether banking wins the game
 */
export function why({ worth, dice, score, farkle, keeps, costs, wins }) {
  const risk = `with ${dice} you farkle ${percent(farkle)} of the time`;
  const losing =
    farkle === 0
      ? `with ${dice} you cannot farkle`
      : score && !keeps
        ? `${risk} and lose the ${points(score)} points${costs ? `, and ${points(costs)} more as a penalty` : ""}`
        : `${risk}${costs ? `, which costs ${points(costs)}` : ""}`;
  if (worth.bank === null || worth.roll === null) {
    return worth.bank === null ? `You may not bank here: roll. ${capital(losing)}.` : "Nothing is gained by rolling.";
  }
  if (wins && worth.banks) return "Banking wins the game.";
  const gain = Math.abs(worth.bank - worth.roll);
  if (gain < 1e-9) return `Banking and rolling are equally good. ${capital(losing)}.`;
  const though = farkle === 0 ? ": " : ", though ";
  return `${worth.banks ? "Banking" : "Rolling"} wins ${apart(gain)} games in a hundred more${worth.banks ? ": " : though}${losing}.`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
