/** A link that holds a whole position, compressed, behind the `#` that is never sent. */

const KEY = "#p=";
/** Characters from which on other programs may cut a link. */
export const LONG = 8000;
/** Characters of a position at most. */
const MOST = 2_000_000;

/** @param {unknown} position */
export async function makeLink(position) {
  const packed = new Blob([JSON.stringify(position)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const code = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}/position${KEY}${code}`;
}

/** @param {string} hash */
export const isLink = (hash) => hash.startsWith(KEY);

/**
 * The position of a link.
 * @param {string} hash
 * @returns {Promise<unknown>} null if the link is damaged
 */
export async function readLink(hash) {
  try {
    const text = atob(hash.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await limited(plain.pipeThrough(new TextDecoderStream())));
  } catch {
    return null;
  }
}

/** @param {ReadableStream<string>} stream */
async function limited(stream) {
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MOST) throw new Error("too long");
  }
}
