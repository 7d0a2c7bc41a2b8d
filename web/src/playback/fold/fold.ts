// What does a session look like after each event? `fold(state, event)`: nothing else changes what the screen draws.
//
// The same fold as the server's `vocabulary/state.py`; shared fixtures hold the two equal after every prefix. It is
// pure, shares structure, and takes a kind it does not know as an event that only moves `seq` and `t` on.
import { isForeign, type ForeignEvent } from "@/wire/event";
import type { Event, SessionState, Usage } from "@/wire/types";
import { callOf, stageOf } from "../keys";
import { failed, lost, presumed, reseated, spent, spoke, toolEnded } from "./moves";
import { plainly, plainVerdict } from "./plainly";
import { put, type Own } from "./own";

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0, calls: 0, estimated: false };

/** A session of which nothing has been heard. */
export const NOTHING: SessionState = {
  session: "",
  status: "running",
  seq: 0,
  t: 0,
  opened_at: "",
  ended_at: "",
  question: { text: "", attachments: [], history: [], carried: null },
  council: "",
  protocol: "",
  options: {},
  seats: [],
  offices: [],
  stages: [],
  entered: [],
  moves: {},
  ballots: {},
  sheets: {},
  sources: {},
  tools: {},
  findings: [],
  verdict: null,
  digest: "",
  reason: "",
  message: "",
  remedy: "",
  shortfall: null,
  answered: [],
  unanswered: [],
  missing: [],
  usage: NO_USAGE,
  cost: 0,
  presumed: 0,
  cost_known: true,
  in_flight: {},
  cap: null,
  orphans: [],
  resumed: 0,
  fork: null,
  thread: null,
  notes: [],
  depth: 0,
  moot: "",
};

/** The state after one more event; `own` are records this run of folds may write into. */
export function fold(before: SessionState, event: Event | ForeignEvent, own?: Own): SessionState {
  const state = { ...before, session: event.session, seq: event.seq, t: event.t };
  if (isForeign(event)) return state;
  const stage = stageOf(event.key);
  switch (event.kind) {
    case "SessionOpened": {
      const { question, council, protocol, options, roster, stages, cap, fork, thread, notes, depth, moot } =
        event.body;
      const opened = { question, council, protocol, options, stages, cap, fork, thread, notes, depth, moot };
      return { ...state, ...opened, opened_at: event.at, seats: roster.seats, offices: roster.offices };
    }
    case "StageEntered":
      return { ...state, entered: [...state.entered, event.body.stage] };
    case "SheetDealt":
      return { ...state, sheets: put(state.sheets, event.key, event.body, own) };
    case "SeatAsked": {
      const { seat, model, attempt, reserved } = event.body;
      const key = callOf(event.key);
      const move = { ...ASKED, key, stage, seat, attempt };
      return {
        ...state,
        seats: reseated(state, seat, model),
        moves: put(state.moves, key, move, own),
        in_flight: put(state.in_flight, event.key, reserved, own),
      };
    }
    case "SeatSpoke":
      return spoke(state, event, stage, own);
    case "SeatFailed":
      return failed(state, event, stage, own);
    case "BallotRead": {
      const { reader, ballot, how, repaired } = event.body;
      const view = { key: event.key, reader, ballot, how, repaired, spoiled: "" };
      const read = { ...state, ballots: put(state.ballots, event.key, view, own) };
      return "abstained" in ballot && ballot.abstained ? lost(read, reader, stage, "abstained", "") : read;
    }
    case "BallotSpoiled": {
      const { reader, why } = event.body;
      const view = { key: event.key, reader, ballot: null, how: "", repaired: false, spoiled: plainly(why) };
      return lost({ ...state, ballots: put(state.ballots, event.key, view, own) }, reader, stage, "spoiled", why);
    }
    case "ToolsRequested":
      return event.origin === null ? spent(state, event, own) : state;
    case "ToolAsked": {
      const { seat, call, reserved } = event.body;
      const tools = put(state.tools, event.key, { key: event.key, stage, seat, call, answer: null }, own);
      return {
        ...state,
        tools,
        in_flight: reserved ? put(state.in_flight, event.key, reserved, own) : state.in_flight,
      };
    }
    case "ToolAnswered":
      return toolEnded(state, event, own);
    case "SourcesFound":
      return { ...state, sources: put(state.sources, event.key, event.body, own) };
    case "FindingMade": {
      const { name, finding } = event.body;
      return { ...state, findings: [...state.findings, { key: event.key, stage, name, finding }] };
    }
    case "VerdictReached": {
      const { digest } = event.body;
      const verdict = plainVerdict(event.body.verdict);
      const { outcome: status, missing, reason } = verdict;
      return { ...presumed(state), status, verdict, digest, missing, reason, ended_at: event.at };
    }
    case "SessionStopped": {
      const { outcome: status, reason, message, remedy } = event.body;
      const { shortfall = null, answered = [], unanswered = [] } = event.body;
      const ended = { status, reason, message, remedy, shortfall, answered, unanswered, ended_at: event.at };
      return { ...presumed(state), ...ended };
    }
    case "SessionResumed":
      return {
        ...presumed(state),
        status: "running",
        reason: "",
        message: "",
        remedy: "",
        shortfall: null,
        answered: [],
        unanswered: [],
        ended_at: "",
        resumed: state.resumed + 1,
        orphans: [...state.orphans, ...event.body.orphans],
        cap: event.body.cap ?? state.cap,
      };
    case "AnswerRequested":
      return state;
    default:
      return unknown(event, state);
  }
}

const ASKED = {
  state: "asked" as const,
  text: "",
  reasoning: "",
  settled: "" as const,
  cause: "",
  error: "",
  usage: NO_USAGE,
  cost: null,
  presumed: false,
  total_ms: 0,
  sources: [],
};

/** The compiler refuses this call as soon as a kind has no case above. */
function unknown(_event: never, state: SessionState): SessionState {
  return state;
}
