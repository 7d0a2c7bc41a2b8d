// How do findings about rebuttals look? Charges and replies, who moved and on whose word, which labels stand.
import { Chip, type Tone } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { Details, Nothing, Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { wordsOf } from "@/language/names";
import { say } from "@/language/say";
import { beside } from "@/transcript/wording";

export function RebuttalsMade({ finding }: { finding: FindingOf<"rebuttals-made"> }) {
  const { rebuttals, conceded } = finding;
  if (rebuttals.length === 0 && conceded.length === 0) return <Nothing>{say("Nobody disputed an answer.")}</Nothing>;
  return (
    <ul className={`${css["list"]} stack`}>
      {rebuttals.map((each) => (
        <li key={each.id} id={each.id}>
          <Who seat={each.by} /> <span className="muted">{say("disputes")}</span> <Who seat={each.target} />
          <Said>{each.text}</Said>
        </li>
      ))}
      {conceded.map((each) => (
        <li key={each.id}>
          <Who seat={each.by} /> <span className="muted">{say("does not dispute")}</span> <Who seat={each.target} />
          <Said>{each.text}</Said>
        </li>
      ))}
    </ul>
  );
}

const WHYS: Record<FindingOf<"revisions">["replies"][number]["why"], string> = {
  revised: say("revised"),
  unchanged: say("left as it was, word for word"),
  unchallenged: say("disputed by nobody: it stands"),
  failed: say("no revision came: it stands"),
  off: say("no revision was asked for"),
};

export function Revisions({ finding }: { finding: FindingOf<"revisions"> }) {
  return (
    <ul className={`${css["rows"]} stack`}>
      {finding.replies.map(({ seat, why, saw }) => (
        <li key={seat}>
          <Who seat={seat} />
          <Chip tone={why === "revised" ? "gold" : why === "failed" ? "bad" : "plain"}>{WHYS[why]}</Chip>
          {saw.length > 0 && (
            <span className="muted">
              {say("saw {rebuttals, plural, one {one rebuttal} other {# rebuttals}}", { rebuttals: saw.length })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const CHANGES: Record<FindingOf<"flips">["flips"][number]["change"], readonly [string, Tone]> = {
  none: [say("kept its position"), "plain"],
  cited: [say("moved, citing"), "good"],
  uncited: [say("moved without citing"), "bad"],
  unread: [say("not known"), "mid"],
  untested: [say("not tested"), "plain"],
};
const CALLS: Readonly<Record<string, string>> = {
  no_change: say("no change"),
  cited_rebuttal: say("moved by a rebuttal"),
  uncited: say("moved without one"),
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
    <ul className={`${css["list"]} stack`}>
      {finding.flips.map((flip) => (
        <li key={flip.seat}>
          <span className="row">
            <Who seat={flip.seat} /> <FlipChip flip={flip} />
            {flip.words !== "" && (
              <span className="muted">
                {flip.verified
                  ? say("the words stand in a rebuttal it saw")
                  : say("the words stand in no rebuttal it saw")}
              </span>
            )}
          </span>
          {flip.words !== "" && <Said>{flip.words}</Said>}
          {flip.reason !== "" && (
            <p className="measure wrap" lang="">
              {flip.reason}
            </p>
          )}
          {flip.flag !== "" && <p className={css["flag"]}>{say("Flagged: {flag}", { flag: flip.flag })}</p>}
          {Object.keys(flip.calls).length > 1 && (
            <p className="muted small measure">
              {Object.entries(flip.calls).map(([seat, call]) => (
                <span key={seat}>
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
    <ul className={`${css["list"]} stack`}>
      {finding.replies.map((each) => (
        <li key={each.seat}>
          <span className="row">
            <Who seat={each.seat} />
            {!each.read && <Chip tone="mid">{say("labels could not be read")}</Chip>}
            {each.read && (
              <Chip tone={each.flawed ? "bad" : "good"}>{each.flawed ? say("faulty") : say("without fault")}</Chip>
            )}
          </span>
          {each.labels.map(({ label, finding: about, reason }, at) => (
            <p key={at} className="measure wrap">
              <Chip tone={each.flawed ? "bad" : "plain"}>{wordsOf(label)}</Chip>{" "}
              {about !== "" && <b lang="">{about}. </b>}
              <span lang="">{reason}</span>
            </p>
          ))}
          {each.cleared.map(({ label, reason }, at) => (
            <p key={at} className="measure wrap">
              <Chip>
                <s>{wordsOf(label)}</s> {say("taken back")}
              </Chip>{" "}
              <span lang="">{reason}</span>
            </p>
          ))}
          <Details of={each.details} />
          {Object.keys(each.calls).length > 1 && (
            <p className="muted small measure">
              {Object.entries(each.calls).map(([seat, call]) => (
                <span key={seat}>
                  <Who seat={seat} size={16} /> {call.length === 0 ? say("none") : beside(call)}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
