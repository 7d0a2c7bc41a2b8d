// How did the rounds go? One block for each: the answers, then what the arbiter made of them and how sure it is.
import { Card, Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { FindingCard } from "@/findings/FindingCard";
import { Round } from "./findings";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { stageTitle } from "@/playback/keys";
import { useFindings } from "@/views/council/stage/Findings";
import { Judged } from "@/views/council/stage/Judging";
import { Panes } from "@/views/council/stage/Panes";
import css from "@/views/council/council.module.css";

export function Rounds({ stages }: { stages: readonly string[] }) {
  const entered = useMoment(({ state }) => state.entered);
  const held = stages.filter((stage) => entered.includes(stage));
  return (
    <div className={`${css["stack"]} stack slim`}>
      {held.map((stage) => (
        <OneRound key={stage} stage={stage} last={stage === held.at(-1)} />
      ))}
    </div>
  );
}

function OneRound({ stage, last }: { stage: string; last: boolean }) {
  const number = Number(stage.split(".").at(-1));
  const finding = useMoment(({ state }) => latest(state.findings, "rounds"));
  const round = finding?.rounds.find((each) => each.number === number);
  const arbiter = useMoment(({ state }) => state.moves[`${stage}/arbiter`] !== undefined);
  const others = useFindings(stage, "all").filter((made) => made.finding.type !== "rounds");
  return (
    <section className={"stack ruled"} aria-label={stageTitle(stage)}>
      <Disclosure
        title={<span className="title">{stageTitle(stage)}</span>}
        note={round === undefined ? <Chip tone="gold">{say("under way")}</Chip> : undefined}
        open={last}
      >
        <div className={`${css["stack"]} stack slim`}>
          <Panes stage={stage} />
          {others.map((made) => (
            <FindingCard key={made.key} made={made} />
          ))}
          {arbiter && (
            <Disclosure title={say("What the arbiter wrote")} open={round === undefined}>
              <Judged move={`${stage}/arbiter`} />
            </Disclosure>
          )}
        </div>
      </Disclosure>
      {round !== undefined && finding !== null && (
        <Card>
          <Round held={round} threshold={finding.threshold} best={finding.best === number} titled={false} />
        </Card>
      )}
    </section>
  );
}
