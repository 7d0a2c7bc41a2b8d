// Which files go with the question? Picked, dropped or pasted; read here, and sent with it.
import { say } from "@/language/say";
import type { Schemas } from "@/wire/types";

export interface Attached {
  id: string;
  name: string;
  size: number;
  file: File;
}
export const MOST_FILES = 10;
export const MOST_BYTES = 10_000_000;
/** A paste longer than this may rather be a file. */
export const LONG_PASTE = 4_000;

let made = 0;

/** These files beside those there are, and what is wrong with the ones left out. */
export function withFiles(there: readonly Attached[], files: Iterable<File>): { files: Attached[]; fault: string } {
  const kept = [...there];
  const faults: string[] = [];
  for (const file of files) {
    if (kept.length >= MOST_FILES)
      faults.push(say("{name}: ten files at most go with a question.", { name: file.name }));
    else if (file.size > MOST_BYTES) faults.push(say("{name}: a file may have 10 MB at most.", { name: file.name }));
    else if (file.size === 0) faults.push(say("{name} is empty.", { name: file.name }));
    else {
      made += 1;
      kept.push({ id: String(made), name: file.name, size: file.size, file });
    }
  }
  return { files: kept, fault: faults.join(" ") };
}

/** A pasted text as a file of its own. */
export const pastedFile = (text: string, number: number): File =>
  new File([text], `pasted-${String(number)}.txt`, { type: "text/plain" });

/** The files as the server takes them. */
export const bodiesOf = (files: readonly Attached[]): Promise<Schemas["AttachmentBody"][]> =>
  Promise.all(files.map(async ({ name, file }) => ({ name, data: await base64(file) })));

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
