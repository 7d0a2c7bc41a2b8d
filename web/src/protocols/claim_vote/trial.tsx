// What came of claims whose standing is known? Each with a voter's vote, or why none could be read.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import css from "@/findings/findings.module.css";
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import { LEVELS } from "./voting";

export function TrialRun({ finding }: { finding: FindingOf<"bench-run"> }) {
  const { failed, unread, votes } = finding;
  return (
    <>
      {failed !== "" && (
        <p className={css["prose"]}>
          <Coded text={failed} />
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
            <b lang="">{claim}</b> <Coded text={why} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function CalibrationRun({ finding }: { finding: FindingOf<"calibration-votes"> }) {
  const looks = useLooks();
  return (
    <ul className={css["list"]}>
      {Object.entries(finding.votes).map(([seat, votes]) => (
        <li key={seat}>
          <b>{lookOf(looks, seat).name}</b>{" "}
          {Object.entries(votes).map(([claim, level]) => (
            <span key={claim}>
              <span lang="">{claim}</span> <Chip tone={LEVELS[level].chip}>{LEVELS[level].title}</Chip>{" "}
            </span>
          ))}
        </li>
      ))}
      {finding.silent.map((seat) => (
        <li key={seat}>{say("{name} cast no ballot that could be read.", { name: lookOf(looks, seat).name })}</li>
      ))}
    </ul>
  );
}
