// Which sessions could there be? Made by lot from a number: three to nine seats, failures, retries, resumes, forks.
import type { Logged } from "@/playback/log";
import { eventsOf, TRANSCRIPTS } from "../golden";

/** The same numbers for the same seed. */
export function lot(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state >>> 7) % 100_003) % below;
  };
}

const opened = eventsOf(TRANSCRIPTS.find((name) => name.includes("peer-review-full")) ?? "")[0];
const USAGE = { input: 10, output: 20, cached: 0, reasoning: 0, calls: 1, estimated: false };
const ORIGIN = { session: "another", seq: 1 };

/** A session's events. With `length` stages go on until there are so many. */
export function generated(seed: number, length = 0): Logged[] {
  const pick = lot(seed);
  const seats = Array.from({ length: 3 + pick(7) }, (_, n) => `seat-${"abcdefghi"[n] ?? ""}`);
  const events: Logged[] = [];
  let t = 0;
  const add = (kind: string, key: string, body: object, origin: object | null = null): void => {
    t += pick(3) === 0 ? pick(4000) : pick(60);
    const at = new Date(Date.UTC(2026, 0, 1) + t).toISOString();
    const envelope = { session: "made", seq: events.length + 1, key, at, t, kind, version: 1, origin };
    events.push({ ...envelope, body } as unknown as Logged);
  };
  const first = structuredClone(opened?.body) as { roster: { seats: { id: string }[] }; stages: string[] };
  const [pattern] = first.roster.seats;
  first.roster.seats = seats.map((id, n) => ({ ...pattern, id, model: `maker/model-${String(n)}` }));
  add("SessionOpened", "opened", first);
  const forked = pick(4) === 0;
  for (let round = 1; round <= 4 || events.length < length; round++) {
    const stage = round === 1 ? "opinions" : round === 2 ? "review" : `round.${String(round)}`;
    add("StageEntered", `stage:${stage}`, { stage });
    const origin = forked && round === 1 ? ORIGIN : null;
    for (const seat of seats) add("SeatAsked", `${stage}/${seat}~1`, asked(seat, 1, pick(3) * 100));
    for (const seat of seats) settle(stage, seat, origin);
    if (pick(3) === 0) add("CurtainRaised", `curtain/${String(round)}`, { colour: "red" });
    if (pick(5) === 0) {
      add("SessionStopped", `stopped.${String(round)}`, stopped());
      add("SessionResumed", `resumed.${String(round)}`, {
        door: "cli",
        after: "stopped",
        orphans: [],
        changed: [],
        cap: null,
      });
    }
  }
  return events.map((event) => (event.kind === "CurtainRaised" ? { ...event, foreign: true } : event) as Logged);

  function settle(stage: string, seat: string, origin: object | null): void {
    const attempts = 1 + (pick(3) === 0 ? pick(3) : 0);
    for (let attempt = 1; attempt < attempts; attempt++) {
      add("SeatFailed", `${stage}/${seat}~${String(attempt)}!`, failed(seat, attempt, false), origin);
      add("SeatAsked", `${stage}/${seat}~${String(attempt + 1)}`, asked(seat, attempt + 1, null), origin);
    }
    if (pick(8) === 0) add("SeatFailed", `${stage}/${seat}`, failed(seat, attempts, true), origin);
    else add("SeatSpoke", `${stage}/${seat}`, spoke(seat, attempts, pick), origin);
    if (pick(9) === 0)
      add("BallotSpoiled", `${stage}/${seat}:ballot`, {
        reader: seat,
        why: "no ranking",
        statement: `${stage}/${seat}`,
      });
    if (pick(12) === 0) add("SeatSpoke", `${stage}/${seat}:late`, spoke(seat, attempts, pick), origin);
  }
}

const asked = (seat: string, attempt: number, reserved: number | null) => ({
  seat,
  attempt,
  reserved,
  model: "maker/model",
  prompt: "0",
  call: "c",
});
const failed = (seat: string, attempt: number, final: boolean) => ({
  seat,
  attempt,
  final,
  failed: "error",
  cause: "It broke.",
  error: "server",
  prompt: "0",
  spent: true,
  usage: USAGE,
  cost: null,
  partial: "",
});
const stopped = () => ({ outcome: "stopped", reason: "asked", message: "It was stopped.", remedy: "" });

function spoke(seat: string, attempt: number, pick: (below: number) => number) {
  const text = "A word 🙂 and another, then more. ".repeat(1 + pick(8));
  const length = [...text].length;
  const marks = Array.from({ length: 5 }, (_, n) => [(n + 1) * 40, Math.floor((length * (n + 1)) / 5)]);
  return {
    seat,
    attempt,
    text,
    marks,
    settled: "ok",
    model: "maker/model",
    prompt: "0",
    reasoning: "",
    vectors: "",
    measured: [],
    finish: "stop",
    usage: USAGE,
    cost: pick(2) === 0 ? 7 : null,
    cost_source: "",
    first_ms: 40,
    total_ms: 200,
    generation: "",
    note: "",
  };
}

/** The same events, as they come where models take their time: so many times slower, with pauses by lot. */
export function slowed(events: readonly Logged[], times: number, seed: number): Logged[] {
  const pick = lot(seed);
  let [t, before] = [0, 0];
  return events.map((event) => {
    t += (event.t - before) * times + (event.kind === "SeatSpoke" ? pick(6000) : 0);
    before = event.t;
    return { ...event, t: Math.round(t) };
  });
}
