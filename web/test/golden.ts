// Which sessions are tests held to? The server's golden transcripts and the states its own fold gives after each event.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { heardFrom, isSpeaking, isWaiting, type ForeignEvent } from "@/wire/event";
import type { Event, Gist } from "@/wire/types";

const GOLDEN = join(import.meta.dirname, "../../tests/golden");

const lines = (place: string): unknown[] =>
  readFileSync(join(GOLDEN, place), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);

export const TRANSCRIPTS = readdirSync(join(GOLDEN, "transcripts"))
  .filter((name) => name.endsWith(".jsonl"))
  .sort();

type Change = [path: string[], value?: unknown];
type Line = [inTheEvent: Change[], inTheState: Change[]];

/** The events of one golden transcript, as the server sends them. */
export function eventsOf(name: string): (Event | ForeignEvent)[] {
  const sent = lines(`states/${name}`) as Line[];
  return lines(`transcripts/${name}`).map((written, at) => {
    const heard = heardFrom(changed(written, sent[at]?.[0] ?? []));
    if (heard === null || isSpeaking(heard) || isWaiting(heard))
      throw new Error(`${name} holds something that is no event.`);
    return heard;
  });
}

/** The events of the golden transcript of a protocol. */
export const golden = (protocol: string): (Event | ForeignEvent)[] =>
  eventsOf(
    TRANSCRIPTS.find((name) => name.endsWith(`-${protocol}.jsonl`)) ??
      TRANSCRIPTS.find((name) => name.includes(protocol)) ??
      "",
  );

/** What a golden session came to, in the server's words; by the name of its transcript or of its protocol. */
export const gistOf = (name: string): Gist => {
  const gists = JSON.parse(readFileSync(join(GOLDEN, "gists.json"), "utf8")) as Record<string, Gist>;
  const found = gists[name] ?? Object.entries(gists).find(([key]) => key.includes(name))?.[1];
  if (found === undefined) throw new Error(`Nothing is known of ${name}.`);
  return found;
};

/** What the server's fold changed with each event. */
export const changesOf = (name: string): Change[][] => (lines(`states/${name}`) as Line[]).map(([, state]) => state);

/** A state with a server's changes made to it. */
export function changed(before: unknown, changes: readonly Change[]): unknown {
  let state = structuredClone(before);
  for (const change of changes) {
    const [path] = change;
    if (path.length === 0) {
      state = change[1];
      continue;
    }
    let place = state as Record<string, unknown>;
    for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
    const last = path.at(-1) ?? "";
    if (change.length === 1) Reflect.deleteProperty(place, last);
    else place[last] = structuredClone(change[1]);
  }
  return state;
}

/** The same events with some more put in after so many, numbered anew. */
export function withMore(
  events: readonly (Event | ForeignEvent)[],
  after: number,
  ...more: { key: string; kind: Event["kind"]; body: object }[]
): (Event | ForeignEvent)[] {
  const before = events[after - 1];
  const made = more.map((each) => ({ ...before, version: 1, ...each }) as Event);
  return [...events.slice(0, after), ...made, ...events.slice(after)].map((event, at) => ({ ...event, seq: at + 1 }));
}
