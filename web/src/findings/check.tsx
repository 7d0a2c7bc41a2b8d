// How is a check shown? What a seat asked to have checked, and what the check found: a sentence for each, and a card.
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { BallotOf, FindingOf } from "@/wire/types";

/** What a seat asked to have checked. */
export function requestWords({ kind, claim }: BallotOf<"check-request">): string {
  return kind === "none" ? say("No point that can be checked.") : say("To be checked: {claim}", { claim });
}

/** What a check found, or why it found nothing. */
export function checkWords(finding: FindingOf<"check-result">, looks: Looks): string {
  const { kind, checked, source, result, why } = finding;
  if (result === "") return say("Not determined: {why}", { why });
  if (kind === "calculation") return say("Checked: {result}", { result });
  if (kind === "code") return say("Checked by a program: {result}", { result });
  const place = source.includes(" ") ? source : lookOf(looks, source).name;
  return say("Checked: “{checked}” stands in {place}.", { checked, place });
}

export function Check({ finding }: { finding: FindingOf<"check-result"> }) {
  const looks = useLooks();
  const { kind, claim, checked } = finding;
  return (
    <>
      {claim !== "" && (
        <p className="measure wrap" lang="">
          {say("The answers differ on this: {claim}", { claim })}
        </p>
      )}
      {kind === "code" && checked !== "" && (
        <pre>
          <code>{checked}</code>
        </pre>
      )}
      <p className="measure wrap" lang="">
        {checkWords(finding, looks)}
      </p>
    </>
  );
}

/** The result of the session's check, where a point was named. */
export function Checked() {
  const looks = useLooks();
  const found = useMoment(({ state }) => latest(state.findings, "check-result"));
  if (found === null || found.kind === "none") return null;
  return (
    <p className="measure wrap" lang="">
      {checkWords(found, looks)}
    </p>
  );
}
