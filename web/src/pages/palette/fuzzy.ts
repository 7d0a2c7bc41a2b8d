// How well does a name fit what is typed? All letters in order; beginnings of words and letters that stand together count more.

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** 0 where it does not fit; more is better. */
export function fitOf(typed: string, name: string): number {
  const wanted = fold(typed).trim();
  const words = fold(name).slice(0, 300);
  if (wanted === "") return 1;
  const whole = words.indexOf(wanted);
  if (whole === 0) return 1000;
  if (whole > 0) return /\W/.test(words[whole - 1] ?? "") ? 900 : 700;
  const parts = wanted.split(/\s+/);
  if (parts.length > 1 && parts.every((part) => words.includes(part))) return 600;
  return scattered(wanted.replace(/\s+/g, ""), words);
}

/** Letters that stand apart: each counts by where it was found. */
function scattered(wanted: string, words: string): number {
  let [score, at, together] = [0, -1, 0];
  for (const sign of wanted) {
    const next = words.indexOf(sign, at + 1);
    if (next < 0) return 0;
    together = next === at + 1 ? together + 1 : 0;
    const begins = next === 0 || /\W/.test(words[next - 1] ?? "");
    score += 1 + together * 3 + (begins ? 6 : 0);
    at = next;
  }
  // Letters strewn over a long name fit by chance.
  return score >= wanted.length * 3 ? Math.min(500, score * 5) : 0;
}
