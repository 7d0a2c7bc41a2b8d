// What does a settled call change? Its move, what was spent, and who is missing: the part of the fold about calls.
import type { EventOf, MoveView, SessionState, Usage } from "@/wire/types";
import { callOf, intentOf } from "../keys";
import { drop, put, type Own } from "./own";
import { plainly } from "./plainly";

/** Where a price comes from that nobody told. */
const PRESUMED = "worst-known";

/** How a call to a model can end. */
type Settled = EventOf<"SeatSpoke"> | EventOf<"SeatFailed"> | EventOf<"ToolsRequested">;

/** The members; when a stand-in's model is asked at a member's seat, it has taken that seat. */
export function reseated({ seats, offices }: SessionState, id: string, model: string): SessionState["seats"] {
  if (seats.some((seat) => seat.model === model) || !seats.some((seat) => seat.id === id)) return seats;
  const other = offices.find((seat) => /^stand-in-\d+$/.test(seat.id) && seat.model === model);
  if (other === undefined) return seats;
  const { scripted, abilities, price } = other;
  return seats.map((seat) => (seat.id === id ? { ...seat, model, scripted, abilities, price, person: false } : seat));
}

/** A seat answered. */
export function spoke(before: SessionState, event: EventOf<"SeatSpoke">, stage: string, own?: Own): SessionState {
  const { seat, attempt, text, reasoning, settled, usage, total_ms, sources = [] } = event.body;
  const price = priceOf(before, event);
  const state = event.origin === null ? spent(before, event, own) : before;
  if (event.key.endsWith(":late")) return state;
  const said = {
    key: event.key,
    stage,
    seat,
    state: "spoke" as const,
    attempt,
    text,
    reasoning,
    settled,
    cause: "",
    error: "",
  };
  return { ...state, moves: put(state.moves, event.key, { ...said, usage, ...price, total_ms, sources }, own) };
}

/** An attempt failed, or the move itself did. */
export function failed(before: SessionState, event: EventOf<"SeatFailed">, stage: string, own?: Own): SessionState {
  const { seat, attempt, cause, error, usage, final } = event.body;
  const price = priceOf(before, event);
  const state = event.origin === null ? spent(before, event, own) : before;
  if (event.key.endsWith(":late")) return state;
  const key = callOf(event.key);
  const view: MoveView = {
    key,
    stage,
    seat,
    state: final ? (event.body.failed === "late" ? "late" : "failed") : "asked",
    attempt,
    text: "",
    reasoning: "",
    settled: event.body.failed,
    cause,
    error,
    usage,
    ...price,
    total_ms: 0,
    sources: [],
  };
  const after = { ...state, moves: put(state.moves, key, view, own) };
  // A repair that fails spoils a ballot, and is told so.
  return final && !event.key.endsWith("+repair") ? lost(after, seat, stage, event.body.failed, cause) : after;
}

/** A tool's call has ended: its result, and what it cost. */
export function toolEnded(before: SessionState, event: EventOf<"ToolAnswered">, own?: Own): SessionState {
  const key = event.key.replace(/:result$/, "");
  const use = before.tools[key];
  const state =
    use === undefined ? before : { ...before, tools: put(before.tools, key, { ...use, answer: event.body }, own) };
  if (!Object.hasOwn(state.in_flight, key) || event.body.error === "lost") return state;
  return { ...state, in_flight: drop(state.in_flight, key, own), cost: state.cost + event.body.cost };
}

/** Counts what is still in flight at its worst price: nobody will settle it any more. */
export function presumed(state: SessionState): SessionState {
  const worst = Object.values(state.in_flight);
  return {
    ...state,
    in_flight: {},
    presumed: worst.reduce<number>((sum, price) => sum + (price ?? 0), state.presumed),
    cost_known: state.cost_known && !worst.includes(null),
  };
}

/** Somebody's part is missing. */
export function lost(state: SessionState, seat: string, stage: string, failed: string, cause: string): SessionState {
  if (stage === "title") return state;
  return { ...state, missing: [...state.missing, { seat, stage, failed, cause: plainly(cause) }] };
}

/** Counts a call that has ended; one that came late is counted when it ends, or with the session. */
export function spent(state: SessionState, event: Settled, own?: Own): SessionState {
  const usage = added(state.usage, event.body.usage);
  if (event.kind === "SeatFailed" && (event.body.failed === "late" || event.body.failed === "budget"))
    return { ...state, usage };
  const intent = intentOf(callOf(event.key), event.body.attempt);
  const { cost, presumed } = priceOf(state, event);
  const after = { ...state, usage, in_flight: drop(state.in_flight, intent, own) };
  if (presumed) return { ...after, presumed: state.presumed + (cost ?? 0) };
  return { ...after, cost: state.cost + (cost ?? 0), cost_known: state.cost_known && cost !== null };
}

/** What a call came to, and whether that is only a bound. */
function priceOf(state: SessionState, { key, kind, body }: Settled): Pick<MoveView, "cost" | "presumed"> {
  if (body.cost !== null) return { cost: body.cost, presumed: body.cost_source === PRESUMED };
  if (kind === "SeatFailed" && (body.failed === "late" || body.failed === "budget"))
    return { cost: null, presumed: false };
  if (kind === "SeatFailed" && !body.spent) return { cost: 0, presumed: false };
  const worst = state.in_flight[intentOf(callOf(key), body.attempt)] ?? null;
  return { cost: worst, presumed: worst !== null };
}

function added(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    reasoning: one.reasoning + other.reasoning,
    calls: one.calls + other.calls,
    estimated: one.estimated || other.estimated,
  };
}
