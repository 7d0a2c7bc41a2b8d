// What speaks against the verdict, in whose words? Nothing where nobody dissented.
import { useMemo } from "react";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { dissentOf } from "./dissent";
import css from "./verdict.module.css";

export function DissentBox() {
  const looks = useLooks();
  const [findings, ballots] = useMoment(({ state }) => [state.findings, state.ballots] as const);
  const dissent = useMemo(() => dissentOf({ findings, ballots }, looks), [findings, ballots, looks]);
  if (dissent === null) return null;
  return (
    <section className={`${css["dissent"]} stack measure slim`} aria-label={say("Dissent")}>
      <h2>{dissent.title}</h2>
      {dissent.text !== "" && <Markdown text={dissent.text} />}
      {dissent.points.length > 0 && (
        <ul>
          {dissent.points.map((point) => (
            <li key={point} lang={dissent.quoted === true ? "" : undefined}>
              {point}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
