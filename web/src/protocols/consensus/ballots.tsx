// How do the ballots of a consensus read, and how is each told in a sentence?
import { Chip } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { percent } from "@/findings/figures";
import { Everyone, Nothing, Ordered, Sure, Told, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { count, nameOf } from "@/transcript/wording";

export const ballots: ReadBallots = {
  reply: {
    Reading: ({ ballot: { confidence, reasoning } }) => (
      <>
        {confidence === null ? <Nothing>Answered in plain words.</Nothing> : <Sure confidence={confidence} />}
        <Told name="Why" text={reasoning} />
      </>
    ),
    tell: ({ confidence }, who) =>
      confidence === null ? `${who} answered in plain words.` : `${who} answered, ${percent(confidence)} sure.`,
  },
  arbitration: {
    Reading: ({ ballot: { confidence, analysis, dissent, needs_iteration, refinement_areas, ranking } }) => (
      <>
        <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">asks for another round</Chip>}
        <Ordered seats={ranking} />
        <Told name="What they agree and differ in" text={analysis} />
        <Told name="Against it" text={dissent} />
        <Told name="To look into" text={refinement_areas.join("; ")} />
      </>
    ),
    tell: ({ confidence, needs_iteration }, who) =>
      `${who} is ${percent(confidence)} sure${needs_iteration ? " and asks for another round" : ""}.`,
  },
  placement: {
    Reading: ({ ballot: { confidence, analysis, dissent, needs_iteration, ranking } }) => (
      <>
        <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">asks for another round</Chip>}
        <Ordered seats={ranking} />
        <Told name="What decided" text={analysis} />
        <Told name="Against it" text={dissent} />
      </>
    ),
    tell: ({ ranking, confidence }, who, looks) =>
      `${who} places ${nameOf(looks, ranking[0] ?? "")} first, ${percent(confidence)} sure.`,
  },
  pick: {
    Reading: ({ ballot: { chosen, confidence, reason } }) => (
      <>
        <Who seat={chosen} /> <Sure confidence={confidence} />
        <Told name="Why" text={reason} />
      </>
    ),
    tell: ({ chosen, confidence }, who, looks) => `${who} picks ${nameOf(looks, chosen)}, ${percent(confidence)} sure.`,
  },
  grouping: {
    Reading: ({ ballot: { groups } }) => (
      <ul className={css["list"]}>
        {[...new Set(Object.values(groups))].map((group) => (
          <li key={group}>
            <Everyone seats={Object.keys(groups).filter((seat) => groups[seat] === group)} />
          </li>
        ))}
      </ul>
    ),
    tell: ({ groups }, who) => `${who} sorts the answers into ${count(new Set(Object.values(groups)).size, "group")}.`,
  },
};
