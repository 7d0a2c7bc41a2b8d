// What does one ballot say, in a line? Rankings here; what a protocol brought in its own sentence.
import { ballotBrought, type ReadBallots } from "@/findings/brought";
import { requestWords } from "@/findings/check";
import { comparisonWords, criterionWords } from "@/findings/selective";
import { say } from "@/language/say";
import type { Ballot } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { nameOf } from "./wording";

type Telling = { [T in keyof ReadBallots]: NonNullable<ReadBallots[T]>["tell"] };

export const BALLOT_SENTENCES = {
  ranking: ({ tiers, abstained }, who, looks) =>
    abstained
      ? say("{who} abstained.", { who })
      : say("{who} ranked {order}.", {
          who,
          order: tiers.map((tier) => tier.map((seat) => nameOf(looks, seat)).join(" = ")).join(" > "),
        }),
  "check-request": (ballot, who) => say("{who}: {words}", { who, words: requestWords(ballot) }),
  "pair-comparison": (ballot, who) => say("{who}: {words}", { who, words: comparisonWords(ballot) }),
  criterion: (ballot, who) => say("{who}: {words}", { who, words: criterionWords(ballot) }),
} satisfies Telling;

/** What a ballot says, in one sentence. */
export function ballotSentence(ballot: Ballot, reader: string, looks: Looks): string {
  const own = (BALLOT_SENTENCES as Partial<Record<string, unknown>>)[ballot.type] ?? ballotBrought(ballot.type)?.tell;
  const tell = own as ((ballot: Ballot, reader: string, looks: Looks) => string) | undefined;
  return tell?.(ballot, reader, looks) ?? say("{reader} cast a ballot.", { reader });
}
