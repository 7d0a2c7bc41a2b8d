// How were the claims voted on? Below the answer: claims in conflict, then every claim by every member.
import { useMemo } from "react";
import { Card } from "@/controls/Card";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { Conflicts } from "../answer";
import { ClaimMatrix } from "./ClaimMatrix";
import { claimGridOf } from "./votes";

export function VoteMatrix() {
  const looks = useLooks();
  const [findings, ballots, seats] = useMoment(({ state }) => [state.findings, state.ballots, state.seats] as const);
  const grid = useMemo(() => claimGridOf(findings, ballots, seats), [findings, ballots, seats]);
  const conflicts = latest(findings, "claim-answer")?.conflicts ?? [];
  return (
    grid !== null && (
      <>
        {conflicts.length > 0 && (
          <Card title={say("Conflicts")}>
            <Conflicts pairs={conflicts} />
          </Card>
        )}
        <Card title={say("Vote matrix")}>
          <ClaimMatrix grid={grid} looks={looks} />
        </Card>
      </>
    )
  );
}
