// How long is a text, counted as the server counts? By characters, where a string here counts some of them twice.

const PAIRED = /[\uD800-\uDFFF]/;

/** How many characters it has. */
export function lengthOf(text: string): number {
  if (!PAIRED.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  return count;
}

/** Its first `count` characters; none is cut in half. */
export function firstOf(text: string, count: number): string {
  if (count >= text.length) return text;
  if (!PAIRED.test(text)) return text.slice(0, Math.max(0, count));
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left -= 1) at += widthAt(text, at);
  return text.slice(0, at);
}

const widthAt = (text: string, at: number): 1 | 2 => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
