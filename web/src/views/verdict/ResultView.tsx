// What did the council come to? The answer first, then a quiet line, what speaks against it, how it was judged, and why one
// may believe it. An ending without an answer says so first, with what is kept and how it goes on.
import { Copy } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Bone, Card, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { copied } from "@/controls/CopyButton";
import { Meter } from "@/controls/Meter";
import { tabBrought } from "@/findings/brought";
import { useLooks, useMoment, usePlayer, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say, Say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { latest } from "@/playback/found";
import { stageOf, stageTitle } from "@/playback/keys";
import { ByLine } from "./ByLine";
import { Certificate } from "./Certificate";
import { DissentBox } from "./DissentBox";
import { Gone } from "./Gone";
import { leadOf } from "./lead";
import { CERTAIN, outcomeOf, sureWords } from "./outcome";
import { QuietLine, TrustLine } from "./QuietLine";
import { About, Seal } from "./Seal";
import { strengthOf } from "./strength";
import { verdictMarkdown } from "./written";
import css from "./verdict.module.css";

interface Given {
  /** How a session goes on that broke off. */
  ending: ReactNode;
  /** What was judged, and how. */
  judged: ReactNode;
  /** What else is done with a result, beside Copy. */
  actions?: ReactNode;
}

export default function ResultView({ ending, judged, actions }: Given) {
  const state = useMoment((moment) => moment.state);
  const outcome = outcomeOf(state);
  if (outcome.ended === "open")
    return (
      <>
        <Ahead because={outcome.because} />
        {judged}
      </>
    );
  return (
    <div className={css["view"]}>
      <article className={css["main"]} aria-label={say("Result")}>
        <Top actions={actions} />
        {outcome.ended !== "broken" && <Gone />}
        {outcome.ended === "answer" && <Answer />}
        {outcome.ended === "withheld" && (
          <>
            <h2 className={css["headline"]}>{outcome.because || say("No answer is given.")}</h2>
            {outcome.kind !== "" && (
              <p>
                <Say
                  text="By the rules its class is <b>{kind}</b>; no answer is given at this class."
                  values={{ kind: outcome.kind }}
                  tags={{ b: (words) => <b>{words}</b> }}
                />
              </p>
            )}
            <p className={css["because"]}>
              <Coded text={outcome.remedy} />
            </p>
          </>
        )}
        {outcome.ended === "broken" && (
          <>
            <h2 className={css["headline"]}>{outcome.because}</h2>
            {ending}
          </>
        )}
        <InShort />
        <DissentBox />
      </article>
      {judged}
      <Behind />
    </div>
  );
}

/** What happened, who wrote it, and what can be done with it. */
function Top({ actions }: Pick<Given, "actions">) {
  const gist = useTransport((transport) => transport.gist);
  const verdict = useMoment(({ state }) => state.verdict);
  const player = usePlayer();
  const looks = useLooks();
  return (
    <header className={css["top"]}>
      {gist !== null && <Seal gist={gist} />}
      {verdict?.text != null && (
        <p className={css["by"]}>
          <ByLine verdict={verdict} />
        </p>
      )}
      <div className={css["actions"]}>
        {actions}
        {verdict !== null && (
          <Button
            kind="quiet"
            onClick={() =>
              void copied(
                verdictMarkdown(player.moment().state, looks, gist?.seal ?? ""),
                say("The result is copied as Markdown."),
              )
            }
          >
            <Copy size={15} /> {say("Copy")}
          </Button>
        )}
      </div>
      {gist !== null && gist.about.length > 0 && <About gist={gist} />}
    </header>
  );
}

/** The answer; its first sentence stands as the headline. */
function Answer() {
  const text = useMoment(({ state }) => state.verdict?.text ?? "");
  const { headline, rest } = useMemo(() => leadOf(text), [text]);
  return (
    <section className={css["answer"]} aria-label={say("Answer")}>
      {headline === "" ? (
        <h2 className="unseen">{say("The answer")}</h2>
      ) : (
        <h2 className={css["headline"]} dir="auto" lang="">
          {headline}
        </h2>
      )}
      {rest !== "" && <Markdown text={rest} />}
    </section>
  );
}

function InShort() {
  const gist = useTransport((transport) => transport.gist);
  return gist === null ? null : (
    <>
      <QuietLine gist={gist} />
      <TrustLine gist={gist} />
    </>
  );
}

/** Why one may believe it: how firm it is, the rule that decided, and how it can be checked. */
function Behind() {
  const looks = useLooks();
  const state = useMoment((moment) => moment.state);
  const outcome = outcomeOf(state);
  // A ranking says how firm it is where it is drawn.
  const because = outcome.ended === "answer" && outcome.because !== "";
  const said = because ? outcome.because : "";
  const firm =
    latest(state.findings, "standing") === null
      ? strengthOf(state.findings, looks).filter((words) => words !== said)
      : [];
  const metered = outcome.confidence !== null || outcome.certainty !== "";
  return (
    <aside className={css["behind"]} aria-label={say("What the result rests on")}>
      {(firm.length > 0 || because || metered || outcome.rule > 0) && (
        <Card title={say("How firm it is")}>
          <div className={css["firmly"]}>
            {outcome.confidence !== null && (
              <Meter label={say("Confidence")} value={outcome.confidence} says={sureWords(outcome)} />
            )}
            {outcome.certainty !== "" && (
              <p>
                <b>{CERTAIN[outcome.certainty]}</b>
              </p>
            )}
            {because && <p>{said}</p>}
            {outcome.rule > 0 && (
              <p className={css["rule"]}>
                {outcome.basis === ""
                  ? say("Rule {rule, number} of the rubric decided.", { rule: outcome.rule })
                  : say("Rule {rule, number} of the rubric decided ({basis}).", {
                      rule: outcome.rule,
                      basis: outcome.basis.replaceAll("_", " "),
                    })}{" "}
                {say("The class is computed by rules, not chosen by a model.")}
              </p>
            )}
            {firm.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        </Card>
      )}
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
    <Card title={say("Rests on")}>
      <ul className={css["rests"]}>
        {stages.map((stage) => {
          const count = keys.filter((key) => stageOf(key) === stage).length;
          if (count === 0) return null;
          return (
            <li key={stage}>
              <Link href={`${base}/transcript?tab=${tabOf(stage)}`}>{stageTitle(stage)}</Link>
              <span className={css["quiet"]}>
                {say("{records, plural, one {# record} other {# records}}", { records: count })}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** The tab of the transcript where a stage is: rounds may share one. */
const tabOf = (stage: string): string => encodeURIComponent(tabBrought(stage)?.together ?? stage);

/** Before there is an answer: which stage it is, and where it can be watched. */
function Ahead({ because }: { because: string }) {
  const { base } = useSteering();
  return (
    <Empty title={say("There is no answer yet.")}>
      <p>
        {because} {say("The answer will stand here, with how firm it is and what it rests on.")}
      </p>
      <p>
        <Link href={`${base}/watch`}>{say("Watch the council")}</Link>
      </p>
      <Bone width="min(52ch, 80vw)" height="5em" />
    </Empty>
  );
}
