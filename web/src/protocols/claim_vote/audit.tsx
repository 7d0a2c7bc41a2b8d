// How does the audit of a vote's report look? Who wrote it, and each fault with its sentence.
import { Chip } from "@/controls/Card";
import css from "@/findings/findings.module.css";
import type { FindingOf } from "@/wire/types";

const FAULTS: Record<FindingOf<"narrative-audit">["faults"][number]["kind"], string> = {
  section: "a section is missing",
  unnamed: "a claim is not named",
  unquoted: "not in the claim's own words",
  tier: "a wrong tier",
  softened: "a claim is softened",
  number: "a wrong number",
  added: "something is added",
  flipped: "a claim is turned round",
};

export function NarrativeAudit({ finding }: { finding: FindingOf<"narrative-audit"> }) {
  const { narrator, drafts, faults, first_faults, reason, seal } = finding;
  const clean = narrator === "editor" && faults.length === 0;
  return (
    <>
      <p className={css["lead"]}>
        <Chip tone={clean ? "good" : "mid"}>
          {narrator === "template"
            ? "written from a template"
            : clean
              ? "no fault found by rules"
              : "faults were found"}
        </Chip>
        <span className={css["quiet"]}>
          {drafts === 1 ? "one draft" : `${String(drafts)} drafts`}, checked sentence by sentence against the votes
        </span>
      </p>
      {seal !== "" && <p className={css["prose"]}>{seal}</p>}
      {reason !== "" && !seal.includes(reason) && <p className={css["prose"]}>{reason}</p>}
      {[
        ...first_faults.map((fault) => ({ ...fault, of: "first draft" })),
        ...faults.map((fault) => ({ ...fault, of: "last draft" })),
      ].map(({ kind, says, sentence, of }, at) => (
        <p key={at} className={css["flag"]}>
          <Chip tone="bad">
            {of}: {FAULTS[kind]}
          </Chip>{" "}
          {says} {sentence !== "" && <s>{sentence}</s>}
        </p>
      ))}
    </>
  );
}
