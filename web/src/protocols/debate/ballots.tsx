// How do the ballots of a debate read, and how is each told in a sentence?
import { Chip, type Tone } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { Nothing, Said, Score, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { listed, say } from "@/language/say";
import { nameOf, namesOf } from "@/transcript/wording";
import type { BallotOf } from "@/wire/types";

const STANCES: Record<BallotOf<"stances">["towards"][string]["stance"], readonly [string, Tone]> = {
  agree: [say("agrees with"), "good"],
  disagree: [say("disagrees with"), "bad"],
  neutral: [say("neutral towards"), "plain"],
};
const TOLD: Record<BallotOf<"stances">["towards"][string]["stance"], (names: string) => string> = {
  agree: (names) => say("agrees with {names}", { names }),
  disagree: (names) => say("disagrees with {names}", { names }),
  neutral: (names) => say("is neutral towards {names}", { names }),
};

export const ballots: ReadBallots = {
  "opinion-scores": {
    Reading: ({ ballot: { scores, abstained } }) =>
      abstained ? (
        <Nothing>{say("Abstained.")}</Nothing>
      ) : (
        <ul className={`${css["list"]} stack`}>
          {Object.entries(scores).map(([seat, { score, why }]) => (
            <li key={seat}>
              <Score score={score} of={10} /> <Who seat={seat} />
              <Said>{why}</Said>
            </li>
          ))}
        </ul>
      ),
    tell: ({ scores, abstained }, who, looks) =>
      abstained
        ? say("{who} abstained.", { who })
        : say("{who} gave {marks}.", {
            who,
            marks: listed(Object.entries(scores).map(([seat, { score }]) => `${nameOf(looks, seat)} ${String(score)}`)),
          }),
  },
  stances: {
    Reading: ({ ballot: { towards, abstained } }) =>
      abstained ? (
        <Nothing>{say("Took no sides.")}</Nothing>
      ) : (
        <ul className={`${css["list"]} stack`}>
          {Object.entries(towards).map(([seat, { stance, why }]) => (
            <li key={seat}>
              <Chip tone={STANCES[stance][1]}>{STANCES[stance][0]}</Chip> <Who seat={seat} />
              <Said>{why}</Said>
            </li>
          ))}
        </ul>
      ),
    tell: ({ towards, abstained }, who, looks) =>
      abstained
        ? say("{who} took no sides.", { who })
        : say("{who} {stances}.", {
            who,
            stances: listed(
              (["agree", "disagree", "neutral"] as const).flatMap((stance) => {
                const seats = Object.keys(towards).filter((seat) => towards[seat]?.stance === stance);
                return seats.length === 0 ? [] : [TOLD[stance](namesOf(looks, seats))];
              }),
            ),
          }),
  },
};
