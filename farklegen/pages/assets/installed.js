/**
 * Where an installed page begins: only the page itself knows its address.
 */

/** Name this address in the manifest; a page opened from a file cannot be installed. */
export function nameStart() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=manifest]"));
  if (!link || !location.protocol.startsWith("http")) return;
  const comma = link.href.indexOf(",") + 1;
  const manifest = JSON.parse(decodeURIComponent(link.href.slice(comma)));
  manifest.start_url = manifest.scope = location.href.split("#")[0];
  link.href = link.href.slice(0, comma) + encodeURIComponent(JSON.stringify(manifest));
}
