// How do the ballots of a consensus read, and how is each told in a sentence?
import { Chip } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { percent } from "@/findings/figures";
import { Nothing, Ordered, Sure, Told, Who } from "@/findings/parts";
import { say } from "@/language/say";
import { nameOf } from "@/transcript/wording";

export const ballots: ReadBallots = {
  reply: {
    Reading: ({ ballot: { confidence, reasoning } }) => (
      <>
        {confidence === null ? <Nothing>{say("Answered in plain words.")}</Nothing> : <Sure confidence={confidence} />}
        <Told name={say("Why")} text={reasoning} />
      </>
    ),
    tell: ({ confidence }, who) =>
      confidence === null
        ? say("{who} answered in plain words.", { who })
        : say("{who} answered, {sure} sure.", { who, sure: percent(confidence) }),
  },
  arbitration: {
    Reading: ({ ballot: { confidence, analysis, dissent, needs_iteration, refinement_areas, ranking } }) => (
      <>
        <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">{say("asks for another round")}</Chip>}
        <Ordered seats={ranking} />
        <Told name={say("What they agree and differ in")} text={analysis} />
        <Told name={say("Against it")} text={dissent} />
        <Told name={say("To look into")} text={refinement_areas.join("; ")} />
      </>
    ),
    tell: ({ confidence, needs_iteration }, who) =>
      needs_iteration
        ? say("{who} is {sure} sure and asks for another round.", { who, sure: percent(confidence) })
        : say("{who} is {sure} sure.", { who, sure: percent(confidence) }),
  },
  placement: {
    Reading: ({ ballot: { confidence, analysis, dissent, needs_iteration, ranking } }) => (
      <>
        <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">{say("asks for another round")}</Chip>}
        <Ordered seats={ranking} />
        <Told name={say("What decided")} text={analysis} />
        <Told name={say("Against it")} text={dissent} />
      </>
    ),
    tell: ({ ranking, confidence }, who, looks) =>
      say("{who} places {first} first, {sure} sure.", {
        who,
        first: nameOf(looks, ranking[0] ?? ""),
        sure: percent(confidence),
      }),
  },
  pick: {
    Reading: ({ ballot: { chosen, confidence, reason } }) => (
      <>
        <Who seat={chosen} /> <Sure confidence={confidence} />
        <Told name={say("Why")} text={reason} />
      </>
    ),
    tell: ({ chosen, confidence }, who, looks) =>
      say("{who} picks {chosen}, {sure} sure.", {
        who,
        chosen: nameOf(looks, chosen),
        sure: percent(confidence),
      }),
  },
};
