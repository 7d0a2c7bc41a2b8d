// What is said aloud when an event comes? A sentence for those who do not see the screen, with names as they may be
// known then; how much is said is theirs to choose. Words on their way are none of it: a recital reads whole sentences.
import type { EventOf } from "@/wire/types";
import { ballotPlayed, findingPlayed, type Amount, type Name } from "./brought";
import { callOf, stageOf, stageTitle } from "./keys";
import type { Logged } from "./log";
import { isBlind, lookOf, looksOf, type Looks } from "./looks";
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
      return calm(`The council is seated: ${event.body.roster.seats.length.toLocaleString("en")} members.`);
    case "StageEntered":
      return calm(`${stageTitle(event.body.stage)} begins.${blind ? " Names are hidden." : ""}`);
    case "SeatAsked":
      return amount === "more" ? calm(`${name(event.body.seat)} is asked.`) : null;
    case "SeatSpoke":
      return finished(event, name, amount);
    case "SeatFailed":
      if (!event.body.final)
        return amount === "more" ? calm(`${name(event.body.seat)} failed and is tried again.`) : null;
      return { text: `${name(event.body.seat)} could not answer.${blind ? "" : ` ${event.body.cause}`}`, urgent: true };
    case "BallotRead":
      return amount === "less" ? null : scored(event, looks);
    case "BallotSpoiled":
      return { text: `The ballot of ${name(event.body.reader)} could not be read. It is not counted.`, urgent: true };
    case "FindingMade":
      return found(event, name, blind, amount);
    case "VerdictReached": {
      const { outcome, ruling } = event.body.verdict;
      const ruled = ruling === null ? "" : `: ${ruling.verdict_class.replaceAll(/[-_]/g, " ")}`;
      return calm(outcome === "verdict" ? `The verdict is in${ruled}.` : "The verdict is withheld.");
    }
    case "SessionStopped":
      return { text: `The session ended. ${event.body.message} ${event.body.remedy}`.trim(), urgent: true };
    case "SessionResumed":
      return calm("The session goes on.");
    case "SheetDealt":
    case "SourcesFound":
      return null;
    default:
      return unknown(event);
  }
}

function finished({ key, body }: EventOf<"SeatSpoke">, name: Name, amount: Amount): Announcement | null {
  if (amount === "less" || key.endsWith(":late") || callOf(key).endsWith("+repair") || body.vectors !== "") return null;
  const words = body.text.trim().split(/\s+/).length;
  const cut = body.settled === "truncated" ? ", cut short" : "";
  return { text: `${name(body.seat)} finished, ${words.toLocaleString("en")} words${cut}.`, urgent: false };
}

/** Every score of one reviewer in one sentence. */
function scored({ body: { ballot, reader } }: EventOf<"BallotRead">, looks: Looks): Announcement | null {
  const name: Name = (seat) => lookOf(looks, seat).name;
  const tell = (text: string): Announcement => ({ text: `${name(reader)} ${text}.`, urgent: false });
  if ("abstained" in ballot && ballot.abstained) return tell("abstained");
  if (ballot.type === "ranking")
    return tell(
      `ranked ${ballot.tiers.map((tier) => tier.map((seat) => name(String(seat))).join(" and ")).join(", then ")}`,
    );
  const said = ballotPlayed(ballot.type)?.aloud(ballot, name, [...looks.keys()]) ?? "";
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
  if (/^review/.test(stageOf(key)) && !blind) return tell("The review is closed. Names are shown again.");
  return null;
}

/** The compiler refuses this call as soon as a kind has no case above. */
function unknown(event: never): null {
  return event;
}
