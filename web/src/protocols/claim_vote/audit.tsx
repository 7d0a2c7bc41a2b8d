// How does the audit of a vote's report look? Who wrote it, and each fault with its sentence.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import css from "@/findings/findings.module.css";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import { claimTitle } from "./voting";

const FAULTS: Record<FindingOf<"narrative-audit">["faults"][number]["kind"], string> = {
  section: say("a section is missing"),
  unnamed: say("a claim is not named"),
  unquoted: say("not in the claim's own words"),
  tier: say("a wrong tier"),
  softened: say("a claim is softened"),
  number: say("a wrong number"),
  added: say("something is added"),
  flipped: say("a claim is turned round"),
};

export function NarrativeAudit({ finding }: { finding: FindingOf<"narrative-audit"> }) {
  const { narrator, drafts, faults, first_faults, reason, seal } = finding;
  const clean = narrator === "editor" && faults.length === 0;
  return (
    <>
      <p className={css["lead"]}>
        <Chip tone={clean ? "good" : "mid"}>
          {narrator === "template"
            ? say("written from a template")
            : clean
              ? say("no fault found by rules")
              : say("faults were found")}
        </Chip>
        <span className={css["quiet"]}>
          {say("{drafts, plural, one {one draft} other {# drafts}}, checked sentence by sentence against the votes", {
            drafts,
          })}
        </span>
      </p>
      {seal !== "" && (
        <p className={css["prose"]}>
          <Coded text={seal} />
        </p>
      )}
      {reason !== "" && !seal.includes(reason) && (
        <p className={css["prose"]}>
          <Coded text={reason} />
        </p>
      )}
      {[
        ...first_faults.map((fault) => ({ ...fault, draft: say("first draft") })),
        ...faults.map((fault) => ({ ...fault, draft: say("last draft") })),
      ].map(({ kind, says, sentence, draft }, at) => (
        <p key={at} className={css["flag"]}>
          <Chip tone="bad">{say("{draft}: {fault}", { draft, fault: FAULTS[kind] })}</Chip> {says}{" "}
          {sentence !== "" && <s>{sentence}</s>}
        </p>
      ))}
    </>
  );
}

/** A second editor's summary, and where it differs from the first. */
export function SecondSummary({ finding }: { finding: FindingOf<"second-summary"> }) {
  const { by, same_model, text, left_out, first_alone, second_alone } = finding;
  if (by === "") return <p className={css["small"]}>{say("No second editor wrote a form that could be read.")}</p>;
  return (
    <>
      <p className={css["small"]}>
        {same_model
          ? say("By a second editor that did not see the first; both are the same model.")
          : say("By a second editor, of another model, that did not see the first.")}
      </p>
      {text !== "" && (
        <p className={css["prose"]} lang="">
          {text}
        </p>
      )}
      {left_out > 0 && (
        <p className={css["flag"]}>
          {say("{sentences, plural, one {One sentence of it was} other {# sentences of it were}} left out.", {
            sentences: left_out,
          })}
        </p>
      )}
      {first_alone.length > 0 && (
        <p className={css["small"]}>
          {say("Named by the first summary alone: {claims}.", { claims: first_alone.map(claimTitle).join(", ") })}
        </p>
      )}
      {second_alone.length > 0 && (
        <p className={css["small"]}>
          {say("Named by the second summary alone: {claims}.", { claims: second_alone.map(claimTitle).join(", ") })}
        </p>
      )}
      {first_alone.length + second_alone.length === 0 && (
        <p className={css["small"]}>{say("Both summaries name the same claims.")}</p>
      )}
    </>
  );
}
