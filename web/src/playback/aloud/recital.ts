// Which sentences of the verdict can be read out now? Whole ones, each once, in their order, as they are written.
import type { Moment } from "../transport";

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** Reads along from wherever it is begun; after a jump it is begun anew. */
export class Recital {
  private key = "";
  private read = 0;

  /** What is there already is passed over. */
  begin(moment: Moment): void {
    const found = verdictIn(moment);
    [this.key, this.read] = [found?.key ?? "", found?.text.length ?? 0];
  }

  /** The whole sentences that have come since. */
  next(moment: Moment): string[] {
    const words = verdictIn(moment);
    if (words === null) return [];
    const { key, text, whole } = words;
    // Another writing, a stand-in's or a second attempt's, is read from its beginning; what it became, from where it was.
    if (!whole && key !== this.key) this.read = 0;
    this.key = key;
    const found: string[] = [];
    const fresh = [...sentences.segment(text.slice(this.read))].map(({ segment }) => segment);
    const last = whole ? fresh.length : fresh.length - 1;
    for (const segment of fresh.slice(0, Math.max(0, last))) {
      this.read += segment.length;
      const said = bare(segment);
      if (said !== "") found.push(said);
    }
    return found;
  }
}

/** The verdict's words so far, and whether that is all; null while none are known, as between its last word and its rule. */
function verdictIn({ state, speeches }: Moment): { key: string; text: string; whole: boolean } | null {
  if (state.verdict !== null) return { key: "", text: state.verdict.text ?? "", whole: true };
  const speech = [...speeches.values()].findLast((each) => each.verdict);
  // A form is a program's, and is read out once it has been understood.
  if (speech === undefined || /^\s*(`|[{[])/.test(speech.text)) return null;
  return { key: `${speech.key} ${String(speech.attempt)}`, text: speech.text, whole: false };
}

/** A sentence without the marks that only shape it. */
const bare = (text: string): string =>
  text
    .replace(/^[\s>#|*+-]+|\*\*|__|`/gm, "")
    .replace(/\s+/g, " ")
    .trim();
