// How does one ballot read? Rankings here, as any protocol may take them; what a protocol brought reads in its own way, and
// one that nobody drew plainly.
import type { ComponentType } from "react";
import { Say, say } from "@/language/say";
import type { Ballot } from "@/wire/types";
import { ballotBrought, type ReadBallots } from "./brought";
import { requestWords } from "./check";
import { General } from "./general";
import { Nothing, Said, Who } from "./parts";
import { comparisonWords, criterionWords } from "./selective";
import css from "./findings.module.css";

type Readings = { [T in keyof ReadBallots]: NonNullable<ReadBallots[T]>["Reading"] };

const READINGS = {
  ranking: ({ ballot: { tiers, comments, abstained } }) =>
    abstained ? (
      <Nothing>{say("Abstained.")}</Nothing>
    ) : (
      <ol className={`${css["list"]} stack`}>
        {tiers.map((tier) => (
          <li key={tier.join()}>
            {tier.map((seat) => (
              <div key={seat}>
                <Who seat={seat} />
                {comments[seat] !== undefined && comments[seat] !== "" && <Said>{comments[seat]}</Said>}
              </div>
            ))}
          </li>
        ))}
      </ol>
    ),
  "check-request": ({ ballot }) => <p>{requestWords(ballot)}</p>,
  "pair-comparison": ({ ballot }) => <p>{comparisonWords(ballot)}</p>,
  criterion: ({ ballot }) => <p>{criterionWords(ballot)}</p>,
} satisfies Readings;

/** The ballots of no protocol's own. */
export const BALLOT_TYPES: readonly string[] = Object.keys(READINGS);

export function BallotWords({ ballot }: { ballot: Ballot }) {
  const Words =
    (READINGS as Partial<Record<string, ComponentType<{ ballot: Ballot }>>>)[ballot.type] ??
    ballotBrought(ballot.type)?.Reading;
  if (Words === undefined) return <General of={ballot} />;
  return (
    <div className="stack items-start">
      <Words ballot={ballot} />
      {ballot.surplus?.map(({ field, given, taken }) => (
        <p key={field} className={css["flag"]}>
          <Say
            text="Not whole: of {given, number} entries under <code>{field}</code> only the first {taken, number} were taken."
            values={{ given, field, taken }}
            tags={{ code: (words) => <code>{words}</code> }}
          />
        </p>
      ))}
    </div>
  );
}
