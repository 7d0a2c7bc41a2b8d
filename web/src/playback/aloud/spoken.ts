// What is said aloud when an event comes? A sentence for those who do not see the screen, with names as they may be
// known then; how much is said is theirs to choose. Words on their way are none of it: a recital reads whole sentences.
import { wordsOf } from "@/language/names";
import { listed, say } from "@/language/say";
import type { EventOf } from "@/wire/types";
import { ballotPlayed, findingPlayed, type Amount, type Name } from "../brought";
import { callOf, stageOf, stageTitle } from "../keys";
import type { Logged } from "../log";
import { isBlind, lookOf, looksOf, type Looks } from "../looks";
import type { SessionState } from "@/wire/types";

export interface Announcement {
  text: string;
  /** Whether it is worth interrupting. */
  urgent: boolean;
}

/** What an event is told as, in the state after it; null when it is passed over. */
export function announced(event: Logged, state: SessionState, amount: Amount): Announcement | null {
  if ("foreign" in event) return null;
  const [looks, blind] = [looksOf(state), isBlind(state)];
  const name = (seat: string): string => lookOf(looks, seat).name;
  const calm = (text: string): Announcement => ({ text, urgent: false });
  switch (event.kind) {
    case "SessionOpened":
      return calm(
        say("The council is seated: {members, plural, one {# member} other {# members}}.", {
          members: event.body.roster.seats.length,
        }),
      );
    case "StageEntered": {
      const stage = stageTitle(event.body.stage);
      return calm(
        blind ? say("{stage} begins. The reviewers do not see names.", { stage }) : say("{stage} begins.", { stage }),
      );
    }
    case "SeatAsked":
      return amount === "more" ? calm(say("{name} is asked.", { name: name(event.body.seat) })) : null;
    case "SeatSpoke":
      return finished(event, name, amount);
    case "SeatFailed":
      if (!event.body.final)
        return amount === "more"
          ? calm(say("{name} failed and is tried again.", { name: name(event.body.seat) }))
          : null;
      return {
        text:
          event.body.cause === ""
            ? say("{name} could not answer.", { name: name(event.body.seat) })
            : say("{name} could not answer. {cause}", { name: name(event.body.seat), cause: event.body.cause }),
        urgent: true,
      };
    case "BallotRead":
      return amount === "less" ? null : scored(event, looks);
    case "BallotSpoiled":
      return {
        text: say("The ballot of {name} could not be read. It is not counted.", { name: name(event.body.reader) }),
        urgent: true,
      };
    case "FindingMade":
      return found(event, name, blind, amount);
    case "VerdictReached": {
      const { outcome, ruling } = event.body.verdict;
      if (outcome !== "verdict") return calm(say("The verdict is withheld."));
      return calm(
        ruling === null
          ? say("The verdict is in.")
          : say("The verdict is in: {ruling}.", { ruling: wordsOf(ruling.verdict_class) }),
      );
    }
    case "SessionStopped":
      return {
        text: say("The session ended. {message} {remedy}", {
          message: event.body.message,
          remedy: event.body.remedy,
        }).trim(),
        urgent: true,
      };
    case "SessionResumed":
      return calm(say("The session goes on."));
    case "AnswerRequested":
      return calm(say("The answer is asked for at once."));
    case "ToolAsked":
      return amount === "more"
        ? calm(say("{name} uses {tool}.", { name: name(event.body.seat), tool: event.body.call.name }))
        : null;
    case "SheetDealt":
    case "ToolsRequested":
    case "ToolAnswered":
    case "SourcesFound":
      return null;
    default:
      return unknown(event);
  }
}

function finished({ key, body }: EventOf<"SeatSpoke">, name: Name, amount: Amount): Announcement | null {
  if (amount === "less" || body.measured.length > 0) return null;
  if (key.startsWith("title/")) return null; // a title for the list of sessions: nobody said it to the council
  if (key.endsWith(":late") || callOf(key).endsWith("+repair")) return null;
  const words = body.text.trim().split(/\s+/).length;
  const told = { name: name(body.seat), words };
  return {
    text:
      body.settled === "truncated"
        ? say("{name} finished, {words, plural, one {# word} other {# words}}, cut short.", told)
        : say("{name} finished, {words, plural, one {# word} other {# words}}.", told),
    urgent: false,
  };
}

/** Every score of one reviewer in one sentence. */
function scored({ body: { ballot, reader } }: EventOf<"BallotRead">, looks: Looks): Announcement | null {
  const name: Name = (seat) => lookOf(looks, seat).name;
  const tell = (text: string): Announcement => ({ text, urgent: false });
  const who = name(reader);
  if ("abstained" in ballot && ballot.abstained) return tell(say("{who} abstained.", { who }));
  if (ballot.type === "ranking") {
    const tiers = ballot.tiers.map((tier) => listed(tier.map((seat) => name(String(seat)))));
    const order = tiers.slice(1).reduce((said, tier) => say("{said}, then {tier}", { said, tier }), tiers[0] ?? "");
    return tell(say("{who} ranked {order}.", { who, order }));
  }
  const said = ballotPlayed(ballot.type)?.aloud?.(ballot, who, name, [...looks.keys()]) ?? "";
  return said === "" ? null : tell(said);
}

function found({ key, body }: EventOf<"FindingMade">, name: Name, blind: boolean, amount: Amount): Announcement | null {
  const { finding } = body;
  const tell = (text: string): Announcement => ({ text, urgent: false });
  const aloud = findingPlayed(finding.type)?.aloud;
  if (aloud !== undefined) {
    const said = aloud(finding, name, amount);
    return said === null ? null : tell(said);
  }
  if (/^review/.test(stageOf(key)) && !blind) return tell(say("The review is closed."));
  return null;
}

/** The compiler refuses this call as soon as a kind has no case above. */
function unknown(event: never): null {
  return event;
}
