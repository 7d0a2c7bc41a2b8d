// How were the claims voted on? Every claim by every member, below the answer.
import { useMemo } from "react";
import { Card } from "@/controls/Card";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { ClaimMatrix } from "./ClaimMatrix";
import { claimGridOf } from "./votes";

export function VoteMatrix() {
  const looks = useLooks();
  const [findings, ballots, seats] = useMoment(({ state }) => [state.findings, state.ballots, state.seats] as const);
  const grid = useMemo(() => claimGridOf(findings, ballots, seats), [findings, ballots, seats]);
  return (
    grid !== null && (
      <Card title={say("Vote matrix")}>
        <ClaimMatrix grid={grid} looks={looks} />
      </Card>
    )
  );
}
