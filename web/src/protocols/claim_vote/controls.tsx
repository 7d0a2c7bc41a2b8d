// How do control claims look? Each with what it is, and who voted on it as expected and who did not.
import { Chip } from "@/controls/Card";
import { Everyone } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";

export function ControlClaims({ finding }: { finding: FindingOf<"control-claims"> }) {
  return (
    <>
      <p className="muted small measure">
        {say("Control claims count for nothing: they show whether the voters can be believed.")}
      </p>
      <ol className={`${css["list"]} stack`}>
        {finding.claims.map(({ id, text, hits, misses }) => (
          <li key={id} id={id}>
            <p className="measure wrap">
              <Chip>{say("A claim whose truth is known")}</Chip> <b lang="">{text}</b>
            </p>
            <p className="muted small measure">
              {say("Voted as expected:")} <Everyone seats={hits} />
            </p>
            <p className="muted small measure">
              {say("Voted otherwise:")} <Everyone seats={misses} />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
