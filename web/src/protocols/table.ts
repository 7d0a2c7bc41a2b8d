// Which protocols have a folder here? A line for each. What they bring to a session's page and to its views is joined beside
// this table: `session.ts`, `council.ts`, `theatre.ts`, `matrix.ts`, `verdict.ts`, and `convene.ts` for the form; each is
// loaded with what it is for. A protocol without a folder is shown by what every protocol has.
import { adjudication } from "./adjudication/card";
import type { ProtocolCard } from "./card";
import { claimVote } from "./claim_vote/card";
import { consensus } from "./consensus/card";
import { debate } from "./debate/card";
import { peerReview } from "./peer_review/card";

const CARDS: readonly ProtocolCard[] = [peerReview, adjudication, consensus, claimVote, debate];

/** What is known of a protocol; nothing of one without a folder. */
export const cardOf = (protocol: string): Partial<ProtocolCard> =>
  CARDS.find((card) => card.protocol === protocol) ?? {};

/** How members deliberate who are picked one by one. */
export const BY_DEFAULT = CARDS.find((card) => card.byDefault === true)?.protocol ?? "";

/** What somebody sees who has never seen a council. */
const first = CARDS.find((card) => card.shownFirst !== undefined);
export const SHOWN_FIRST = { protocol: first?.protocol ?? "", called: first?.shownFirst ?? "" };
