// What came of a trial of a voter? Each claim it was given, with its vote, or why none could be read.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import css from "@/findings/findings.module.css";
import { told } from "@/language/told";
import type { FindingOf } from "@/wire/types";
import { LEVELS } from "./voting";

export function TrialRun({ finding }: { finding: FindingOf<"bench-run"> }) {
  const { failed, unread, votes } = finding;
  return (
    <>
      {failed !== "" && (
        <p className={css["prose"]}>
          <Coded text={told(failed)} />
        </p>
      )}
      <ul className={css["list"]}>
        {Object.entries(votes).map(([claim, level]) => (
          <li key={claim}>
            <b lang="">{claim}</b> <Chip tone={LEVELS[level].chip}>{LEVELS[level].title}</Chip>
          </li>
        ))}
        {Object.entries(unread).map(([claim, why]) => (
          <li key={claim}>
            <b lang="">{claim}</b> <Coded text={told(why)} />
          </li>
        ))}
      </ul>
    </>
  );
}
