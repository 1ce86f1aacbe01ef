/** A link that holds a whole position, compressed, behind the `#` that is never sent. */

const KEY = "#p=";

/** @param {unknown} position */
export async function makeLink(position) {
  const packed = new Blob([JSON.stringify(position)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  const code = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}/${KEY}${code}`;
}

/**
 * The position of a link, or null.
 * @param {string} hash
 */
export async function readLink(hash) {
  if (!hash.startsWith(KEY)) return null;
  try {
    const text = atob(hash.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(plain).text());
  } catch {
    return null;
  }
}
