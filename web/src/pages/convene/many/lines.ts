// Which questions do files hold? Their lines, put below those that are there; what is no text is told.
import { say } from "@/language/say";

export const MOST_BYTES = 5_000_000;

/** Its first line names its columns, which it would not do below others. */
const TABLE = /\.(?:csv|tsv)$/i;

export interface Read {
  lines: string;
  fault: string;
}

/** The lines of these files below those there are. */
export async function withLines(there: string, files: Iterable<File>): Promise<Read> {
  let lines = there;
  const faults: string[] = [];
  for (const file of files) {
    const text = await textOf(file);
    if (text.fault === "" && TABLE.test(file.name) && lines.trim() !== "") {
      faults.push(say("{name} is a table, and is read by itself: empty the field first.", { name: file.name }));
      continue;
    }
    if (text.fault === "") lines = [lines.trimEnd(), text.lines.trim()].filter(Boolean).join("\n");
    else faults.push(text.fault);
  }
  return { lines, fault: faults.join(" ") };
}

/** Spreadsheets save “Unicode text” in UTF-16, which begins with a mark of its own. */
const encodingOf = ([one, two]: Uint8Array): string =>
  one === 0xff && two === 0xfe ? "utf-16le" : one === 0xfe && two === 0xff ? "utf-16be" : "utf-8";

async function textOf(file: File): Promise<Read> {
  const { name } = file;
  if (file.size > MOST_BYTES) return { lines: "", fault: say("{name}: 5 MB of questions at most.", { name }) };
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(encodingOf(data), { fatal: true }).decode(data);
    return text.trim() === "" ? { lines: "", fault: say("{name} is empty.", { name }) } : { lines: text, fault: "" };
  } catch {
    return { lines: "", fault: say("{name} is not text in UTF-8.", { name }) };
  }
}
