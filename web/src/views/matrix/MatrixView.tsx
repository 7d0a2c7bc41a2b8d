// Who judged what, and how? Claims by members where there was a vote; else whatever this council's members judged.
import { useMemo } from "react";
import { Card, Empty } from "@/controls/Card";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import type { Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { axisGrid, axesOf } from "@/views/verdict/axes";
import type { Grid } from "@/views/grid/grid";
import { GridTable } from "@/views/grid/GridTable";
import { VerdictCard } from "@/views/verdict/VerdictCard";
import { Link } from "wouter";
import { ClaimMatrix } from "./ClaimMatrix";
import { VoteWorth } from "./VoteWorth";
import { markGrid } from "./grids/marks";
import { rankingGrid } from "./grids/rankings";
import { roundGrid } from "./grids/rounds";
import { claimGridOf } from "./votes";
import css from "./matrix.module.css";

type Part = Pick<SessionState, "findings" | "ballots" | "seats" | "protocol" | "stages">;

export default function MatrixView() {
  const looks = useLooks();
  const player = usePlayer();
  const part = useMoment(({ state }) => {
    const { findings, ballots, seats, protocol, stages } = state;
    return { findings, ballots, seats, protocol, stages };
  });
  const opened = useMoment(({ count }) => count > 0);
  const claims = useMemo(() => claimGridOf(part.findings, part.ballots, part.seats), [part]);
  const axes = opened ? axesOf(player.log.events[0]) : [];
  const grid = claims === null ? judged(part, looks, axes) : null;
  if (claims === null && grid === null) return <Nothing part={part} />;
  return (
    <div className={css["matrix"]}>
      <div className={css["sheet"]}>
        {claims !== null ? (
          <Card title="Vote matrix" className={css["main"]}>
            <ClaimMatrix grid={claims} looks={looks} />
          </Card>
        ) : (
          grid !== null && (
            <Card title={grid.title} className={css["main"]}>
              <GridTable grid={grid} looks={looks} />
            </Card>
          )
        )}
        <div className={css["beside"]}>
          <VerdictCard />
          {claims?.tiers != null && <VoteWorth tiers={claims.tiers} looks={looks} />}
        </div>
      </div>
    </div>
  );
}

function judged(part: Part, looks: Looks, axes: ReturnType<typeof axesOf>): Grid | null {
  return (
    rankingGrid(part, looks) ?? markGrid(part, looks) ?? axisGrid(part, looks, axes) ?? roundGrid(part, looks) ?? null
  );
}

/** What each way of deliberating will put here. */
const AHEAD: Record<string, string> = {
  "claim-vote": "The members' votes on every claim will stand here once the claims are drawn from their opinions.",
  "peer-review": "Who ranked whom will stand here once the first ballot is read.",
  debate: "The members' marks for each other will stand here once the first ballot is read.",
  adjudication: "Every reply's scores by axis will stand here once the adjudicator has scored them.",
  consensus: "The arbiter's order of the answers will stand here after the first round.",
};

function Nothing({ part }: { part: Part }) {
  const { base } = useSteering();
  const ahead = AHEAD[part.protocol];
  const running = useMoment(({ state }) => state.status === "running" || state.status === "waiting");
  return (
    <Empty
      title={
        ahead === undefined
          ? "This way of deliberating takes no votes."
          : running
            ? "Nothing has been judged yet."
            : "Nothing was judged up to this moment."
      }
    >
      <p>{ahead ?? "Votes, rankings, marks and scores stand here in the ways that take them."}</p>
      <p>
        What was said is in the <Link href={`${base}/council`}>council view</Link>.
        {ahead === undefined && (
          <>
            {" "}
            A <Link href="/?protocol=claim-vote">vote on claims</Link> or a <Link href="/?protocol=debate">debate</Link>{" "}
            fills this page.
          </>
        )}
      </p>
    </Empty>
  );
}
