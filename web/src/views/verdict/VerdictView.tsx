// What did the council come to, and why may one believe it? The verdict whole: answer, dissent, marks, rule, strength.
import { Copy, Link2 } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Bone, Card, Empty } from "@/controls/Card";
import { copied } from "@/controls/CopyButton";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Markdown } from "@/markdown/Markdown";
import { tabBrought } from "@/findings/brought";
import { saidOf } from "@/findings/standingWords";
import { latest } from "@/playback/found";
import { stageOf, stageTitle } from "@/playback/keys";
import { verdictParts } from "./brought";
import { ByLine } from "./ByLine";
import { Certificate } from "./Certificate";
import { DissentBox } from "./DissentBox";
import { Earlier } from "./Earlier";
import { Ending } from "./Ending";
import { Gone } from "./Gone";
import { Meter } from "./Meter";
import { outcomeOf } from "./outcome";
import { Seal } from "./Seal";
import { strengthOf } from "./strength";
import { verdictMarkdown } from "./written";
import css from "./verdict.module.css";

export default function VerdictView() {
  const state = useMoment((moment) => moment.state);
  const looks = useLooks();
  const outcome = outcomeOf(state);
  const standing = latest(state.findings, "standing");
  if (outcome.tone === "open") return <Ahead />;
  return (
    <div className={css["view"]}>
      <article className={css["main"]} aria-label="Verdict">
        <Card className={css["lead"]}>
          <div className={css["top"]}>
            <Seal outcome={outcome} large />
            <Actions />
          </div>
          <Meter outcome={outcome} />
          {outcome.kind !== "" && (
            <p>
              By the rules its class is <b>{outcome.kind}</b>; no answer is given at this class.
            </p>
          )}
          {outcome.because !== "" && <p className={css["because"]}>{outcome.because}</p>}
          {standing !== null && <p className={css["because"]}>{saidOf(standing, looks)[0]}</p>}
          {outcome.rule > 0 && (
            <p className={css["rule"]}>
              Rule {outcome.rule} of the rubric decided
              {outcome.basis !== "" && <> ({outcome.basis.replaceAll("_", " ")})</>}. The class is computed by rules,
              not chosen by a model.
            </p>
          )}
          <Gone />
          {outcome.tone === "broken" && <Ending />}
          {outcome.tone === "withheld" && (
            <div className={css["withheld"]}>
              <h2>No answer is given</h2>
              <p>{outcome.remedy}</p>
            </div>
          )}
          <Answer />
          <DissentBox />
        </Card>
        {verdictParts().map(({ Below }, at) => Below !== undefined && <Below key={at} />)}
        <Earlier />
      </article>
      <Aside />
    </div>
  );
}

/** The answer, and who wrote it. */
function Answer() {
  const verdict = useMoment(({ state }) => state.verdict);
  if (verdict?.text == null) return null;
  return (
    <section className={css["answer"]} aria-label="Answer">
      <p className={css["by"]}>
        <ByLine verdict={verdict} />
      </p>
      <Markdown text={verdict.text} />
    </section>
  );
}

function Aside() {
  const looks = useLooks();
  const state = useMoment((moment) => moment.state);
  const firm = strengthOf(state.findings, looks);
  return (
    <aside className={css["aside"]} aria-label="What the verdict rests on">
      {firm.length > 0 && (
        <Card title="How firm it is">
          <div className={css["firmly"]}>
            {firm.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        </Card>
      )}
      {verdictParts().map(({ Beside }, at) => Beside !== undefined && <Beside key={at} />)}
      <Certificate />
      <RestsOn />
    </aside>
  );
}

/** What the verdict rests on, by stage. */
function RestsOn() {
  const { base } = useSteering();
  const keys = useMoment(({ state }) => state.verdict?.rests_on);
  const stages = useMoment(({ state }) => state.entered);
  if (keys === undefined || keys.length === 0) return null;
  return (
    <Card title="Rests on">
      <ul className={css["rests"]}>
        {stages.map((stage) => {
          const count = keys.filter((key) => stageOf(key) === stage).length;
          if (count === 0) return null;
          return (
            <li key={stage}>
              <Link href={`${base}/council?tab=${tabOf(stage)}`}>{stageTitle(stage)}</Link>
              <span className={css["quiet"]}>{count} records</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** The tab of the council view where a stage is: rounds may share one. */
const tabOf = (stage: string): string => encodeURIComponent(tabBrought(stage)?.together ?? stage);

function Actions() {
  const player = usePlayer();
  const looks = useLooks();
  const { id, base } = useSteering();
  return (
    <div className={css["actions"]}>
      <Button
        kind="quiet"
        onClick={() => void copied(verdictMarkdown(player.moment().state, looks), "The verdict is copied as Markdown.")}
      >
        <Copy size={15} /> Copy
      </Button>
      {id !== null && (
        <Button
          kind="quiet"
          onClick={() => void copied(`${location.origin}${base}/verdict`, "The link to this verdict is copied.")}
        >
          <Link2 size={16} /> Link
        </Button>
      )}
    </div>
  );
}

/** Before there is a verdict: which stage it is, and what is shown here. */
function Ahead() {
  const outcome = outcomeOf(useMoment((moment) => moment.state));
  return (
    <Empty title="There is no verdict yet.">
      <p>{outcome.because} The verdict, how sure it is and what it rests on will stand here.</p>
      <Bone width="min(52ch, 80vw)" height="5em" />
    </Empty>
  );
}
