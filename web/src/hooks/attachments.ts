// Which files and web pages go with the question? Files are picked, dropped or pasted, and read here; pages are
// addresses that the server fetches once.
import { say } from "@/language/say";
import type { SessionBody } from "@/wire/types";

export interface Attached {
  id: string;
  name: string;
  size: number;
  /** Null for a web page, whose name is its address. */
  file: File | null;
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

/** The one address of which a text consists; empty where it is something else. */
export function addressIn(text: string): string {
  const word = text.trim();
  return /^https:\/\/[^\s]+\.[^\s]+$/i.test(word) ? word : "";
}

/** The page at this address beside the files there are, and what is wrong with it. */
export function withPage(there: readonly Attached[], address: string): { files: Attached[]; fault: string } {
  if (there.length >= MOST_FILES)
    return { files: [...there], fault: say("{name}: ten files at most go with a question.", { name: address }) };
  made += 1;
  return { files: [...there, { id: String(made), name: address, size: 0, file: null }], fault: "" };
}

/** A pasted text as a file of its own. */
export const pastedFile = (text: string, number: number): File =>
  new File([text], `pasted-${String(number)}.txt`, { type: "text/plain" });

/** The files and addresses as the server takes them. */
export async function bodiesOf(files: readonly Attached[]): Promise<Pick<SessionBody, "attachments" | "addresses">> {
  const bodies = files.map(async ({ name, file }) => (file === null ? [] : [{ name, data: await base64(file) }]));
  const addresses = files.filter(({ file }) => file === null).map(({ name }) => name);
  return { attachments: (await Promise.all(bodies)).flat(), addresses };
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
