// Which events are listed, and how is one told in a line? For those who want to see what is really in the log.
import { say } from "@/language/say";
import { callOf, moveOf } from "@/playback/keys";
import { lookOf, type Looks } from "@/playback/looks";
import type { Logged } from "@/playback/log";

export interface Filter {
  kind: string;
  seat: string;
  text: string;
}
export const EVERYTHING: Filter = { kind: "", seat: "", text: "" };

/** Whose event it is; empty when nobody's. */
export function seatOf(event: Logged): string {
  const body = event.body as { seat?: unknown; reader?: unknown };
  const seat = body.seat ?? body.reader;
  return typeof seat === "string" ? seat : "";
}

/** Places in the log of the events a filter lets through; while names are hidden none is found by them. */
export function filtered(events: readonly Logged[], { kind, seat, text }: Filter, masked: boolean): number[] {
  const words = text.trim().toLowerCase();
  const found: number[] = [];
  events.forEach((event, at) => {
    if (kind !== "" && event.kind !== kind) return;
    if (seat !== "" && seatOf(event) !== seat) return;
    if (words !== "" && !searchable(event, masked).includes(words)) return;
    found.push(at);
  });
  return found;
}

const texts = { open: new WeakMap<Logged, string>(), masked: new WeakMap<Logged, string>() };

function searchable(event: Logged, masked: boolean): string {
  const known = masked ? texts.masked : texts.open;
  let text = known.get(event);
  if (text === undefined) {
    text = `${event.key} ${JSON.stringify(event.body, masked ? hide : undefined)}`.toLowerCase();
    known.set(event, text);
  }
  return text;
}

/** Kinds that are there, in the order they first came. */
export const kindsOf = (events: readonly Logged[]): string[] => [...new Set(events.map((event) => event.kind))];

/** The key of the call whose prompt can be asked for; null when the event sent none. */
export function promptKey(event: Logged): string | null {
  if (event.kind === "SeatAsked") return event.key;
  if (event.kind !== "SeatSpoke" && event.kind !== "SeatFailed") return null;
  const { attempt } = event.body as { attempt?: number };
  return `${callOf(event.key)}~${String(attempt ?? 1)}`;
}

/** What is in the event, as text; while names are hidden without anything that tells them. */
export function jsonOf(event: Logged, masked: boolean): string {
  return JSON.stringify(event, masked ? hide : undefined, 2);
}

/** Fields that say who somebody is. */
const TELLING = new Set([
  ...["model", "persona", "roster", "generation", "cause", "note", "notes", "session", "call"],
  // what was said in earlier sessions, who sits by a name, why a ballot is spoiled, what every seat was told
  ...["past", "council", "why", "system", "chair", "proposer"],
]);

function hide(name: string, value: unknown): unknown {
  return TELLING.has(name) ? say("hidden while answers are judged blind") : value;
}

export const seatName = (looks: Looks, event: Logged): string => {
  const seat = seatOf(event);
  return seat === "" ? "" : lookOf(looks, seat).short;
};

export const moveName = (event: Logged): string => moveOf(event.key);
