// Which protocols have a folder here? A line for each. What they bring to a session's page and to its views is joined beside
// this table: `session.ts`, `council.ts`, `theatre.ts`, `verdict.ts`, and `convene.ts` for the form; each is
// loaded with what it is for. A protocol without a folder is shown by what every protocol has.
import { adjudication } from "./adjudication/card";
import type { ProtocolCard } from "./card";
import { claimVote } from "./claim_vote/card";
import { consensus } from "./consensus/card";
import { debate } from "./debate/card";
import { fusion } from "./fusion/card";
import { peerReview } from "./peer_review/card";

const CARDS: readonly ProtocolCard[] = [peerReview, adjudication, claimVote, consensus, fusion, debate];

/** What is known of a protocol; nothing of one without a folder. */
export const cardOf = (protocol: string): Partial<ProtocolCard> =>
  CARDS.find((card) => card.protocol === protocol) ?? {};

/** How members deliberate who are picked one by one. */
export const BY_DEFAULT = CARDS.find((card) => card.byDefault === true)?.protocol ?? "";

/** What somebody sees who has never seen a council. */
const first = CARDS.find((card) => card.shownFirst !== undefined);
export const SHOWN_FIRST = { protocol: first?.protocol ?? "", called: first?.shownFirst ?? "" };

export interface Fitting {
  protocol: string;
  because: string;
}

/** The protocol whose plain words the question holds, the first of the table; what fits where none does is the last resort. */
export function fittingOf(question: string, files: readonly string[], there: readonly string[]): Fitting | null {
  const known = CARDS.filter((card) => card.fits !== undefined && there.includes(card.protocol));
  const found =
    known.find(({ fits }) => files.some((name) => fits?.files?.test(name)) || fits?.words?.test(question)) ??
    known.find(({ fits }) => fits?.words === undefined);
  return found?.fits === undefined ? null : { protocol: found.protocol, because: found.fits.because };
}
