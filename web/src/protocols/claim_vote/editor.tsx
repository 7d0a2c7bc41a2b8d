// Who wrote the summary of a vote's report, and what was left out of it?
import { Chip } from "@/controls/Card";
import css from "@/findings/findings.module.css";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";

type Check = FindingOf<"editor-check">;

/** Who wrote the summary, in a sentence. */
export const writerWords = ({ by, reason }: Check): string =>
  by === "editor"
    ? say("The summary and the notes are the editor's, and nobody checked their words.")
    : say("The report is by code alone. {reason}", { reason });

export function EditorCheck({ finding }: { finding: Check }) {
  const { by, unnamed, unknown } = finding;
  return (
    <>
      <p className={css["lead"]}>
        <Chip tone={by === "editor" ? "good" : "mid"}>
          {by === "editor" ? say("with an editor's summary") : say("by code alone")}
        </Chip>
      </p>
      <p className={css["prose"]}>{writerWords(finding)}</p>
      {unnamed > 0 && (
        <p className={css["flag"]}>
          {say(
            "{unnamed, plural, one {One sentence of the editor was left out: it names no claim.} other {# sentences of the editor were left out: they name no claim.}}",
            { unnamed },
          )}
        </p>
      )}
      {unknown > 0 && (
        <p className={css["flag"]}>
          {say(
            "{unknown, plural, one {One sentence of the editor was left out: it names a claim that does not exist.} other {# sentences of the editor were left out: they name a claim that does not exist.}}",
            { unknown },
          )}
        </p>
      )}
    </>
  );
}
