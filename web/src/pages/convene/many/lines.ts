// Which questions do files hold? Their lines, put below those that are there; what is no text is told.
import { say } from "@/language/say";

export const MOST_BYTES = 5_000_000;

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
    if (text.fault === "") lines = [lines.trimEnd(), text.lines.trim()].filter(Boolean).join("\n");
    else faults.push(text.fault);
  }
  return { lines, fault: faults.join(" ") };
}

async function textOf(file: File): Promise<Read> {
  const { name } = file;
  if (file.size > MOST_BYTES) return { lines: "", fault: say("{name}: 5 MB of questions at most.", { name }) };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.trim() === "" ? { lines: "", fault: say("{name} is empty.", { name }) } : { lines: text, fault: "" };
  } catch {
    return { lines: "", fault: say("{name} is not text in UTF-8.", { name }) };
  }
}
