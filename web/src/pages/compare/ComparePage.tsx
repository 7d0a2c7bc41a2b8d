// What is different between two sessions? Both beside each other: what moved, and every answer word by word.
import { ArrowLeftRight } from "lucide-react";
import { Link, useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Card, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Compose } from "@/again/compose/Compose";
import { say } from "@/language/say";
import { Awaited } from "../Awaited";
import { useTitle } from "../title";
import { Answers } from "./Answers";
import { isGone, useComparison, type SideBySide } from "./comparison";
import { Moved } from "./Moved";
import { PickSession } from "./PickSession";
import { SideCard } from "./SideCard";
import { sourcesOf } from "./sources";
import { lacksOf } from "./words";
import css from "./compare.module.css";

export default function ComparePage({ a = "", b = "" }: { a?: string | undefined; b?: string | undefined }) {
  useTitle(say("Compare"));
  return (
    <div className={`${css["page"]} stack loose auto-x`}>
      <h1>{say("Compare two sessions")}</h1>
      {a === "" || b === "" ? <Choosing a={a} /> : <Compared key={`${a} ${b}`} a={a} b={b} />}
    </div>
  );
}

/** One is chosen after the other. */
function Choosing({ a }: { a: string }) {
  const [, go] = useLocation();
  if (a === "")
    return (
      <PickSession
        title={say("Which session is the first?")}
        onPick={(session) => {
          go(`/compare/${session}`);
        }}
      />
    );
  return (
    <PickSession
      title={say("Which session is it compared with?")}
      other={a}
      onPick={(session) => {
        go(`/compare/${a}/${session}`);
      }}
    />
  );
}

function Compared({ a, b }: { a: string; b: string }) {
  const found = useComparison(a, b);
  if (isGone(found.error))
    return (
      <Empty title={say("One of the two sessions is not here.")}>
        <p>{say("It may have been deleted meanwhile. The other one is as it was.")}</p>
        <Link href="/compare">{say("Choose two sessions")}</Link>
      </Empty>
    );
  return (
    <Awaited asked={found} waits={say("The sessions are being compared")}>
      {(data) => <Shown found={data} />}
    </Awaited>
  );
}

function Shown({ found }: { found: SideBySide }) {
  const [, go] = useLocation();
  const { a, b } = found.sides;
  return (
    <div className="stack loose">
      <p className="row muted">
        <Coded text={found.related} />
        <Button
          kind="quiet"
          onClick={() => {
            go(`/compare/${b.session}/${a.session}`);
          }}
        >
          <ArrowLeftRight size={15} aria-hidden="true" /> {say("Swap sides")}
        </Button>
      </p>
      <div className="sides">
        <SideCard side={a} place="first" other={b.session} asks={!found.same_question} lacks={lacksOf(found, "a")} />
        <SideCard side={b} place="second" other={a.session} asks={!found.same_question} lacks={lacksOf(found, "b")} />
      </div>
      {found.same_question && (
        <Card title={say("The question of both")}>
          <p className={`${css["question"]} scroll wrap pre`} lang="">
            {a.question}
          </p>
        </Card>
      )}
      <Moved found={found} />
      <Answers found={found} />
      <Card title={say("Your own answer")}>
        <Compose sources={sourcesOf(found)} sessions={[found.a, found.b]} chair={b.chair} />
      </Card>
    </div>
  );
}
