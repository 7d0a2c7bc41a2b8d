// What did the reviewers find, each thing once? The merged list with its standing, who reports each thing and who denies it.
import { Card, Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { beside } from "@/transcript/wording";
import { SEVERITIES, STATUS } from "./places";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import { mergesFindings } from "./axes";
import css from "@/views/verdict/verdict.module.css";

export function Found() {
  const looks = useLooks();
  const compared = useMoment(({ state }) => latest(state.findings, "compared"));
  const due = mergesFindings(usePlayer().log.events[0]);
  if (compared === null || (!due && compared.findings.length === 0)) return null;
  const { findings, by, chains } = compared;
  const names = (seats: readonly string[]): string => beside(seats.map((seat) => lookOf(looks, seat).name));
  return (
    <Card
      title={
        findings.length > 0 ? say("Findings ({findings, number})", { findings: findings.length }) : say("Findings")
      }
    >
      {findings.length === 0 && (
        <p className={css["quiet"]}>
          {by === null
            ? say(
                "No merged list could be read, so what was found is not known. Each reply stands in the council view.",
              )
            : say("The merged list is empty: nothing was reported.")}
        </p>
      )}
      <ol className={css["flips"]} aria-label={say("Merged findings")}>
        {findings.map((each, at) => {
          const [first] = each.agree;
          return (
            <li key={at}>
              {first === undefined ? <span aria-hidden="true" /> : <Face look={lookOf(looks, first)} size={24} />}
              <div>
                <p>
                  <Chip tone={STATUS[each.status].tone}>{STATUS[each.status].says}</Chip>{" "}
                  <b>{SEVERITIES[each.severity] ?? each.severity}</b> <span lang="">{each.finding}</span>
                </p>
                <p className={css["quiet"]}>
                  {each.agree.length === 0
                    ? each.disagree.length === 0
                      ? say("Nobody is named for it.")
                      : say("Nobody is named for it; denied by {names}.", { names: names(each.disagree) })
                    : each.disagree.length === 0
                      ? say("Reported by {names}.", { names: names(each.agree) })
                      : say("Reported by {names}; denied by {others}.", {
                          names: names(each.agree),
                          others: names(each.disagree),
                        })}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {chains > 0 && (
        <p className={css["quiet"]}>
          {say("{chains, plural, one {# chain} other {# chains}} of findings used one after the other.", { chains })}
        </p>
      )}
    </Card>
  );
}
