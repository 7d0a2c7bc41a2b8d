// One plain sentence for every kind of event, in a table that the compiler keeps complete.
import { wordsOf } from "@/language/names";
import { say } from "@/language/say";
import { aboutOf, stageTitle, subjectOf, taskTitle } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import type { Looks } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import { isForeign } from "@/wire/event";
import type { EventKind, EventOf, SessionState } from "@/wire/types";
import { ballotSentence } from "./ballotSentences";
import { findingSentence } from "./findingSentences";
import { cut, ended, nameOf } from "./wording";

type Telling = { [K in EventKind]: (event: EventOf<K>, looks: Looks) => string };

export const FAILURES: Record<EventOf<"SeatFailed">["body"]["failed"], string> = {
  ok: say("ended"),
  truncated: say("was cut by the output limit"),
  refused: say("refused to answer"),
  empty: say("gave an empty answer"),
  incomplete: say("broke off"),
  malformed: say("sent something that is no answer"),
  error: say("could not be reached"),
  timeout: say("took too long"),
  cancelled: say("was cancelled"),
  late: say("came too late"),
  budget: say("was not asked: the budget does not allow it"),
};

export const OUTCOMES: Record<SessionState["status"], string> = {
  running: say("The session is running."),
  waiting: say("The session is waiting for a person."),
  verdict: say("The council reached a verdict."),
  inconclusive: say("The council withheld its verdict."),
  failed: say("The session failed before there was a verdict."),
  stopped: say("The session was stopped before there was a verdict."),
  out_of_budget: say("The session ran out of its budget before there was a verdict."),
};

/** What is read out for kinds of errors, where the provider's own words may not be shown. */
export const ERRORS: Readonly<Record<string, string>> = {
  auth: say("the key was refused"),
  credit: say("no credit is left"),
  rate: say("too many requests"),
  network: say("the network failed"),
  server: say("the service failed"),
  not_found: say("there is no such model"),
  context: say("the prompt is too long"),
};

const wordsIn = (text: string): number => (text.trim() === "" ? 0 : text.trim().split(/\s+/).length);

/** What a call is about: `labels of Alice` for `labels.seat-a`; a call that is made anew is about nothing else. */
function taskOf(key: string, looks: Looks): { about: "nothing" | "again" | "task"; task: string } {
  const about = aboutOf(key);
  if (about === "" || about === "again") return { about: about === "" ? "nothing" : "again", task: "" };
  const whose = about.split(".").at(-1) ?? "";
  const name = looks.has(whose) ? nameOf(looks, whose) : whose;
  const what = about.slice(0, Math.max(0, about.length - whose.length - 1));
  return {
    about: "task",
    task: what === "" ? taskTitle(name) : say("{what} of {name}", { what: taskTitle(what), name }),
  };
}

/** Why a tool has no result. */
export const NO_RESULT: Record<Exclude<EventOf<"ToolAnswered">["body"]["error"], "">, string> = {
  failed: say("it failed"),
  timeout: say("it took too long"),
  limit: say("too many calls"),
  budget: say("the budget does not allow it"),
  unknown_tool: say("there is no such tool"),
  arguments: say("its arguments cannot be read"),
  lost: say("it was interrupted and may have run"),
};

export const SENTENCES = {
  SessionOpened: ({ body: { fork, roster } }) =>
    fork === null
      ? say("The council sits: {members, plural, one {one member} other {# members}}.", {
          members: roster.seats.length,
        })
      : say("The council sits again, from {stage} on: {members, plural, one {one member} other {# members}}.", {
          stage: stageTitle(fork.stage),
          members: roster.seats.length,
        }),
  StageEntered: ({ body }) =>
    say("{stage} {named, select, many {begin} other {begins}}.", {
      stage: stageTitle(body.stage),
      named: /[^i]s$/.test(body.stage) ? "many" : "one",
    }),
  SheetDealt: ({ body }, looks) =>
    say("{who} is given {texts, plural, one {one text} other {# texts}} without names.", {
      who: nameOf(looks, body.reader),
      texts: body.entries.length,
    }),
  SeatAsked: ({ body, key }, looks) => {
    if (body.after_tools === true) return say("{who} is given the results.", { who: nameOf(looks, body.seat) });
    return say(
      "{who} is asked{about, select, again { again} task { on {task}} other {}}{attempt, plural, =1 {} other {, try #}}.",
      { who: nameOf(looks, body.seat), attempt: body.attempt, ...taskOf(key, looks) },
    );
  },
  SeatSpoke: ({ body, key }, looks) => {
    if (body.measured.length > 0) return say("The texts were measured for likeness.");
    const told = {
      who: nameOf(looks, body.seat),
      words: wordsIn(body.text),
      cut: body.settled === "truncated" ? "yes" : "no",
      ...taskOf(key, looks),
    };
    return key.includes("+repair")
      ? say(
          "{who} put its ballot in order{about, select, again { again} task { on {task}} other {}}, {words, plural, one {one word} other {# words}}{cut, select, yes {, cut by the output limit} other {}}.",
          told,
        )
      : say(
          "{who} finished{about, select, again { again} task { on {task}} other {}}, {words, plural, one {one word} other {# words}}{cut, select, yes {, cut by the output limit} other {}}.",
          told,
        );
  },
  SeatFailed: ({ body }, looks) => {
    const why = cut(toldOf(body.cause, looks));
    const failed = { who: nameOf(looks, body.seat), failure: FAILURES[body.failed] };
    const line = ended(why === "" ? say("{who} {failure}", failed) : say("{who} {failure}: {why}", { ...failed, why }));
    return body.final ? line : say("{told} It is tried again.", { told: line });
  },
  ToolsRequested: ({ body }, looks) =>
    say("{who} asks for {calls, plural, one {one tool call} other {# tool calls}}.", {
      who: nameOf(looks, body.seat),
      calls: body.calls.length,
    }),
  ToolAsked: ({ body }, looks) =>
    say("{who} called {tool}: {subject}", {
      who: nameOf(looks, body.seat),
      tool: body.call.name,
      subject: cut(subjectOf(body.call), 120),
    }),
  ToolAnswered: ({ body: { tool, error, sources, digest } }) =>
    error === ""
      ? say(
          "Result of {tool}: {found, plural, =0 {no sources} one {one source} other {# sources}} (exhibit {digest}).",
          {
            tool,
            found: sources.length,
            digest: digest.slice(0, 12),
          },
        )
      : say("No result of {tool}: {why}.", { tool, why: NO_RESULT[error] }),
  SourcesFound: ({ body: { sources, query, failures } }) =>
    say(
      "{found, plural, one {One source} other {# sources}} found for “{query}”{failed, plural, =0 {} one {; one searcher failed} other {; # searchers failed}}.",
      { found: sources.length, query: cut(query, 60), failed: failures.length },
    ),
  BallotRead: ({ body, key }, looks) => {
    const { about, task } = taskOf(key, looks);
    const said = ballotSentence(body.ballot, nameOf(looks, body.reader), looks);
    return about === "task" ? say("{said} ({task}).", { said: said.replace(/[.。]$/, ""), task }) : said;
  },
  BallotSpoiled: ({ body: { reader, why } }, looks) => {
    const who = nameOf(looks, reader);
    return why === ""
      ? say("{who}'s ballot could not be read and is not counted.", { who })
      : ended(say("{who}'s ballot could not be read and is not counted: {why}", { who, why: cut(why) }));
  },
  FindingMade: ({ body }, looks) => findingSentence(body.finding, looks),
  VerdictReached: ({ body: { verdict } }, looks) => {
    const { outcome, ruling, winner, reason } = verdict;
    if (outcome === "inconclusive")
      return reason === ""
        ? say("The verdict is withheld.")
        : ended(say("The verdict is withheld: {why}", { why: cut(toldOf(reason, looks)) }));
    return say(
      "The verdict is reached{ruled, select, yes {: {ruling}} other {}}{ranked, select, yes {; the ballots put {first} first} other {}}.",
      {
        ruled: ruling === null ? "no" : "yes",
        ruling: wordsOf(ruling?.verdict_class ?? ""),
        ranked: winner === null ? "no" : "yes",
        first: winner === null ? "" : nameOf(looks, winner),
      },
    );
  },
  SessionResumed: ({ body: { after } }) =>
    say(
      "The session goes on after {after, select, crash {crash} shutdown {shutdown} waiting {waiting} stopped {stopped} failed {failed} out_of_budget {out of budget} other {{status}}}.",
      { after, status: after.replaceAll("_", " ") },
    ),
  AnswerRequested: () => say("The answer is asked for at once."),
  SessionStopped: ({ body: { outcome, message } }, looks) =>
    message === ""
      ? OUTCOMES[outcome]
      : say("{outcome} {message}", { outcome: OUTCOMES[outcome], message: toldOf(message, looks) }),
} satisfies Telling;

/** What has happened, in one sentence; also for a kind that this version does not know. */
export function sentenceOf(event: Logged, looks: Looks): string {
  if (isForeign(event)) return say("Something of a newer kind: {kind}.", { kind: event.kind });
  return (SENTENCES[event.kind] as (event: Logged, looks: Looks) => string)(event, looks);
}

/** How an event sounds: what a list shows small, what it marks, what is announced at once. */
export type Weight = "minor" | "plain" | "stage" | "good" | "bad";

export function weightOf(event: Logged): Weight {
  if (isForeign(event)) return "minor";
  switch (event.kind) {
    case "SeatAsked":
    case "SheetDealt":
    case "ToolsRequested":
    case "ToolAnswered":
      return "minor";
    case "StageEntered":
    case "SessionOpened":
      return "stage";
    case "SeatFailed":
    case "BallotSpoiled":
    case "SessionStopped":
      return "bad";
    case "VerdictReached":
      return event.body.verdict.outcome === "verdict" ? "good" : "plain";
    default:
      return "plain";
  }
}
