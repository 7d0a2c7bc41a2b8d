// How does a session leave the app as a file, and how do files come in? What the server writes is saved as it is.
import { refusedFrom } from "@/wire/client";

/** One session in a form, as the server writes it. */
export async function exported(id: string, format: string): Promise<{ name: string; blob: Blob }> {
  return fetched(
    `/api/sessions/${encodeURIComponent(id)}/export?format=${encodeURIComponent(format)}`,
    `moot-${id.slice(0, 8)}.${format}`,
  );
}

/** The report of a vote on claims, or its votes. */
export async function reported(id: string, form: "md" | "votes"): Promise<{ name: string; blob: Blob }> {
  return fetched(
    `/api/sessions/${encodeURIComponent(id)}/report?form=${form}`,
    `moot-votes-${id.slice(0, 8)}${form === "votes" ? ".votes.json" : ".md"}`,
  );
}

/** Transcripts one after another, as an import takes them. */
export async function archived(ids: readonly string[]): Promise<Blob> {
  const parts: string[] = [];
  for (const id of ids) {
    const text = await (await exported(id, "jsonl")).blob.text();
    parts.push(text.endsWith("\n") ? text : `${text}\n`);
  }
  return new Blob(parts, { type: "application/x-ndjson" });
}

export function save(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}

/** The transcripts in a file, each by itself; a line that cannot be read stays where it is, for the server to name. */
export function transcripts(text: string): string[] {
  const found: string[][] = [];
  let last: string | null = null;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const session = sessionOf(line);
    if (found.length === 0 || (session !== null && last !== null && session !== last)) found.push([]);
    found.at(-1)?.push(line);
    last = session ?? last;
  }
  return found.map((lines) => `${lines.join("\n")}\n`);
}

function sessionOf(line: string): string | null {
  try {
    const value = JSON.parse(line) as { session?: unknown } | null;
    return typeof value?.session === "string" ? value.session : null;
  } catch {
    return null;
  }
}

async function fetched(address: string, plain: string): Promise<{ name: string; blob: Blob }> {
  const response = await fetch(address);
  if (!response.ok) throw await refusedFrom(response);
  const given = /filename="?([^";]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { name: given ?? plain, blob: await response.blob() };
}
