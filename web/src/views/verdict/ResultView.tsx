// What the council came to: the answer, one line of certainty, where the members agree and differ; votes and proof folded.
// An ending without an answer says so first, with what is kept and how it goes on.
import { Copy, PenLine } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Bone, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { copied } from "@/controls/CopyButton";
import { Disclosure } from "@/controls/Disclosure";
import { late } from "@/controls/late";
import { Meter } from "@/controls/Meter";
import { Checked } from "@/findings/check";
import { filled } from "@/findings/standingWords";
import { ALONE } from "@/hooks/asking";
import { useLooks, useMoment, usePlayer, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say, Say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import { Answer } from "./Answer";
import { verdictParts } from "./brought";
import { ByLine } from "./ByLine";
import { Certainty, Reasons, TrustLine } from "./Certainty";
import { useContract, type Contract } from "./contract";
import { DissentBox } from "./DissentBox";
import { Gone } from "./Gone";
import { CERTAIN, outcomeOf, sureWords } from "./outcome";
import { Proof } from "./Proof";
import { RightOrWrong } from "./RightOrWrong";
import { Selective } from "./Selective";
import { strengthOf } from "./strength";
import css from "./verdict.module.css";

const Compose = late(() => import("@/again/compose/FromSession"));

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
  const contract = useContract();
  const { part = "" } = useSteering();
  const outcome = outcomeOf(state);
  if (outcome.ended === "open")
    return (
      <>
        <Ahead because={outcome.because} />
        {judged}
      </>
    );
  const alone = state.protocol === ALONE;
  const line = (
    <>
      <Certainty contract={contract} />
      {contract.selective && <Selective selective={contract.selective} />}
      {outcome.ended !== "broken" && <Gone />}
    </>
  );
  return (
    <div className={`${css["view"]} stack loose`}>
      <article className="stack slim" aria-label={say("Result")}>
        {outcome.ended === "answer" && <Answer contract={contract}>{line}</Answer>}
        {outcome.ended === "withheld" && (
          <>
            <h2 className={contract.answer === null ? css["headline"] : css["lead"]}>
              {contract.answer ?? (outcome.because || say("No answer is given."))}
            </h2>
            {outcome.kind !== "" && (
              <p>
                <Say
                  text="The rules put this result in class <b>{kind}</b>, for which no answer is given."
                  values={{ kind: outcome.kind }}
                  tags={{ b: (words) => <b>{words}</b> }}
                />
              </p>
            )}
            <p className="measure">
              <Coded text={outcome.remedy} />
            </p>
            {line}
          </>
        )}
        {outcome.ended === "broken" && (
          <>
            <h2 className={css["headline"]}>{outcome.because}</h2>
            {ending}
            {line}
          </>
        )}
        <Compared contract={contract} />
      </article>
      {outcome.ended === "answer" && <RightOrWrong />}
      <Deeds>{actions}</Deeds>
      <div>
        {!alone && (
          <Disclosure title={say("How it was decided")} open={part === "ballots"} className={css["voted"]}>
            <Firm />
            {judged}
          </Disclosure>
        )}
        <Disclosure title={say("Proof")}>
          <Proof />
        </Disclosure>
      </div>
    </div>
  );
}

/** Where the answers agree and differ, where they were compared; else reasons, or what a protocol records against it. */
function Compared({ contract }: { contract: Contract }) {
  const findings = useMoment(({ state }) => state.findings);
  const [Table] = verdictParts().flatMap(({ compared }) => compared?.(findings) ?? []);
  if (Table !== undefined)
    return (
      <>
        <Checked />
        <Table />
      </>
    );
  if (contract.reasons.length + contract.dissent.length > 0) return <Reasons contract={contract} />;
  return <DissentBox />;
}

/** Who wrote it, and what is done with it. */
function Deeds({ children }: { children: ReactNode }) {
  const { id } = useSteering();
  const verdict = useMoment(({ state }) => state.verdict);
  const player = usePlayer();
  const [composing, compose] = useState(false);
  if (verdict === null) return children;
  return (
    <>
      <div className="row muted">
        {verdict.text !== null && <ByLine verdict={verdict} size={20} />}
        <span className="row">
          {children}
          {verdict.text !== null && (
            <Button
              kind="quiet"
              onClick={() =>
                void copied(player.moment().state.verdict?.text ?? "", say("The answer is copied as Markdown."))
              }
            >
              <Copy size={15} /> {say("Copy")}
            </Button>
          )}
          {id !== null && (
            <Button
              kind="quiet"
              aria-expanded={composing}
              onClick={() => {
                compose(!composing);
              }}
            >
              <PenLine size={15} /> {say("Compose your own")}
            </Button>
          )}
        </span>
      </div>
      {composing && id !== null && (
        <Suspense fallback={<Bone height="12em" />}>
          <Compose session={id} state={player.moment().state} />
        </Suspense>
      )}
    </>
  );
}

/** How firm it is: what was voted on, the rule that decided, and what few ballots would change. */
function Firm() {
  const looks = useLooks();
  const gist = useTransport((transport) => transport.gist);
  const state = useMoment((moment) => moment.state);
  const outcome = outcomeOf(state);
  const because = outcome.ended === "answer" ? outcome.because : "";
  // A ranking says how firm it is where it is drawn.
  const firm =
    latest(state.findings, "standing") === null
      ? strengthOf(state.findings, looks).filter((words) => words !== because)
      : [];
  const about = (gist?.about ?? []).map((part) => filled(part, (id) => lookOf(looks, id).name)).join(" ");
  return (
    <div className={`${css["firmly"]} stack slim`}>
      {about !== "" && <p>{about}</p>}
      {outcome.confidence !== null && (
        <Meter label={say("Confidence")} value={outcome.confidence} says={sureWords(outcome)} />
      )}
      {outcome.certainty !== "" && <b>{CERTAIN[outcome.certainty]}</b>}
      {because !== "" && <p>{because}</p>}
      {outcome.rule > 0 && (
        <p>
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
      {gist !== null && <TrustLine gist={gist} />}
    </div>
  );
}

/** Before there is an answer: which stage it is, and where it can be watched. */
function Ahead({ because }: { because: string }) {
  const { base } = useSteering();
  return (
    <Empty title={say("There is no answer yet.")}>
      <p>
        {because} {say("The answer will appear here, with how certain it is and why.")}
      </p>
      <p>
        <Link href={`${base}/watch`}>{say("Watch the council")}</Link>
      </p>
      <Bone width="min(52ch, 80vw)" height="5em" />
    </Empty>
  );
}
