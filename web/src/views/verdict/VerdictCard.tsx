// How did it end, at a glance? The class on a seal, how sure it is, the rule behind it, who moved, who is missing.
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { useLooks, useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { verdictParts } from "./brought";
import { Ending } from "./Ending";
import { Gone } from "./Gone";
import { Meter } from "./Meter";
import { outcomeOf } from "./outcome";
import { Seal } from "./Seal";
import { strengthOf } from "./strength";
import css from "./verdict.module.css";

/** Stands beside the matrix and in the council view; `ending` offers how to go on, where nothing above it does. */
export function VerdictCard({ ending = true }: { ending?: boolean }) {
  const state = useMoment((moment) => moment.state);
  const looks = useLooks();
  const { base } = useSteering();
  const outcome = outcomeOf(state);
  const [firm] = strengthOf(state.findings, looks);
  const open = outcome.tone === "open";
  return (
    <Card title="Verdict" className={css["card"]}>
      <Seal outcome={outcome} />
      <Meter outcome={outcome} />
      {outcome.kind !== "" && (
        <p>
          Class: <b>{outcome.kind}</b>
        </p>
      )}
      {outcome.because !== "" && <p className={css["because"]}>{outcome.because}</p>}
      {outcome.rule > 0 && (
        <p className={css["rule"]}>
          Rule {outcome.rule} of the rubric decided
          {outcome.basis !== "" && <> ({outcome.basis.replaceAll("_", " ")})</>}.
        </p>
      )}
      <Gone />
      {ending && outcome.tone === "broken" && <Ending />}
      {outcome.tone === "withheld" && <p className={css["remedy"]}>{outcome.remedy}</p>}
      {!open && firm !== undefined && <p className={css["firm"]}>{firm}</p>}
      {verdictParts().map(({ Brief }, at) => Brief !== undefined && <Brief key={at} />)}
      {!open && state.verdict?.text != null && (
        <p>
          <Link href={`${base}/verdict`}>Read the verdict</Link>
        </p>
      )}
    </Card>
  );
}
