// How do findings about rebuttals look? Charges and replies, who moved and on whose word, which labels stand.
import { Chip, type Tone } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { Details, Nothing, Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import ours from "./findings.module.css";

export function RebuttalsMade({ finding }: { finding: FindingOf<"rebuttals-made"> }) {
  const { rebuttals, conceded } = finding;
  if (rebuttals.length === 0 && conceded.length === 0) return <Nothing>Nobody disputed an answer.</Nothing>;
  return (
    <ul className={css["list"]}>
      {rebuttals.map((each) => (
        <li key={each.id} id={each.id}>
          <Who seat={each.by} /> <span className={css["verb"]}>disputes</span> <Who seat={each.target} />
          <Said>{each.text}</Said>
        </li>
      ))}
      {conceded.map((each) => (
        <li key={each.id}>
          <Who seat={each.by} /> <span className={css["verb"]}>does not dispute</span> <Who seat={each.target} />
          <Said>{each.text}</Said>
        </li>
      ))}
    </ul>
  );
}

const WHYS: Record<FindingOf<"revisions">["replies"][number]["why"], string> = {
  revised: "revised",
  unchanged: "left as it was, word for word",
  unchallenged: "disputed by nobody: it stands",
  failed: "no revision came: it stands",
  off: "no revision was asked for",
};

export function Revisions({ finding }: { finding: FindingOf<"revisions"> }) {
  return (
    <ul className={css["rows"]}>
      {finding.replies.map(({ seat, why, saw }) => (
        <li key={seat}>
          <Who seat={seat} />
          <Chip tone={why === "revised" ? "gold" : why === "failed" ? "bad" : "plain"}>{WHYS[why]}</Chip>
          {saw.length > 0 && (
            <span className={css["quiet"]}>
              saw {saw.length === 1 ? "one rebuttal" : `${String(saw.length)} rebuttals`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const CHANGES: Record<FindingOf<"flips">["flips"][number]["change"], readonly [string, Tone]> = {
  none: ["kept its position", "plain"],
  cited: ["moved, citing", "good"],
  uncited: ["moved without citing", "bad"],
  unread: ["not known", "mid"],
  untested: ["not tested", "plain"],
};
const CALLS: Readonly<Record<string, string>> = {
  no_change: "no change",
  cited_rebuttal: "moved by a rebuttal",
  uncited: "moved without one",
};

export function FlipChip({ flip }: { flip: FindingOf<"flips">["flips"][number] }) {
  const [words, tone] = CHANGES[flip.change];
  return (
    <Chip tone={tone}>
      {words}
      {flip.source !== null && flip.change === "cited" && <Who seat={flip.source} size={16} />}
    </Chip>
  );
}

export function Flips({ finding }: { finding: FindingOf<"flips"> }) {
  return (
    <ul className={css["list"]}>
      {finding.flips.map((flip) => (
        <li key={flip.seat}>
          <span className={css["lead"]}>
            <Who seat={flip.seat} /> <FlipChip flip={flip} />
            {flip.words !== "" && (
              <span className={css["quiet"]}>
                {flip.verified ? "the words stand in a rebuttal it saw" : "the words stand in no rebuttal it saw"}
              </span>
            )}
          </span>
          {flip.words !== "" && <Said>{flip.words}</Said>}
          {flip.reason !== "" && <p className={css["prose"]}>{flip.reason}</p>}
          {flip.flag !== "" && <p className={css["flag"]}>Flagged: {flip.flag}</p>}
          {Object.keys(flip.calls).length > 1 && (
            <p className={css["small"]}>
              {Object.entries(flip.calls).map(([seat, call]) => (
                <span key={seat} className={ours["call"]}>
                  <Who seat={seat} size={16} /> {CALLS[call] ?? call}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Labels({ finding }: { finding: FindingOf<"labels"> }) {
  return (
    <ul className={css["list"]}>
      {finding.replies.map((each) => (
        <li key={each.seat}>
          <span className={css["lead"]}>
            <Who seat={each.seat} />
            {!each.read && <Chip tone="mid">labels could not be read</Chip>}
            {each.read && <Chip tone={each.flawed ? "bad" : "good"}>{each.flawed ? "faulty" : "without fault"}</Chip>}
          </span>
          {each.labels.map(({ label, finding: about, reason }, at) => (
            <p key={at} className={css["prose"]}>
              <Chip tone={each.flawed ? "bad" : "plain"}>{label}</Chip> {about !== "" && <b>{about}. </b>}
              {reason}
            </p>
          ))}
          {each.cleared.map(({ label, reason }, at) => (
            <p key={at} className={css["prose"]}>
              <Chip>
                <s>{label}</s> taken back
              </Chip>{" "}
              {reason}
            </p>
          ))}
          <Details of={each.details} />
          {Object.keys(each.calls).length > 1 && (
            <p className={css["small"]}>
              {Object.entries(each.calls).map(([seat, call]) => (
                <span key={seat} className={ours["call"]}>
                  <Who seat={seat} size={16} /> {call.length === 0 ? "none" : call.join(", ")}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
