// Who was asked first, what a second answer came to, and what a judge says of a criterion: sentences and cards.
import { useLooks } from "@/hooks/session";
import { listed, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { BallotOf, FindingOf } from "@/wire/types";

export function selectionWords({ asked, early, agreed, why }: FindingOf<"selection">, looks: Looks): string {
  const names = listed(asked.map((seat) => lookOf(looks, seat).name));
  if (!early) return why === "" ? say("Everyone was asked.") : why;
  return agreed
    ? say("{names} were asked first and agree. The others were not asked.", { names })
    : say("Only {names} was asked.", { names });
}

export function secondAnswerWords({ reader, same }: FindingOf<"second-answer">, looks: Looks): string {
  const { name } = lookOf(looks, reader);
  if (same === null) return say("{name} answered again.", { name });
  return same ? say("{name} kept its answer.", { name }) : say("{name} changed its answer.", { name });
}

/** What a comparison of two answers says; its reason, where it has one. */
export function comparisonWords(ballot: BallotOf<"pair-comparison">): string {
  const { recommendation, only_one, conflict, declined, why } = ballot;
  const same = recommendation === "same" && only_one === "none" && conflict === "none" && !declined;
  const words = same ? say("Both answers agree.") : say("The two answers differ, or it is unsure.");
  return why === "" ? words : `${words} ${why}`;
}

/** What a judge says of one criterion; its reason, where it has one. */
export function criterionWords(ballot: BallotOf<"criterion">): string {
  const { met, why } = ballot;
  const words = { yes: say("Met."), no: say("Not met."), unsure: say("Unsure.") }[met];
  return why === "" ? words : `${words} ${why}`;
}

export function Selection({ finding }: { finding: FindingOf<"selection"> }) {
  return <p>{selectionWords(finding, useLooks())}</p>;
}

export function SecondAnswer({ finding }: { finding: FindingOf<"second-answer"> }) {
  return <p>{secondAnswerWords(finding, useLooks())}</p>;
}
