// How does the audit of a vote's report look? Who wrote it, and each fault with its sentence.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import css from "@/findings/findings.module.css";
import { told } from "@/language/told";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";

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
          <Coded text={told(seal)} />
        </p>
      )}
      {reason !== "" && !seal.includes(reason) && (
        <p className={css["prose"]}>
          <Coded text={told(reason)} />
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
