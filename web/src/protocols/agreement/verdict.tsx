// Where do the answers agree and differ? Below the verdict, where the session compared them.
import { Card } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import type { VerdictPart } from "@/views/verdict/brought";
import { AnalysisBody } from "./Analysis";

function Below() {
  const found = useMoment(({ state }) => latest(state.findings, "analysis"));
  if (found === null) return null;
  return (
    <Card title={say("Where the answers agree and differ")}>
      <AnalysisBody finding={found} />
    </Card>
  );
}

export const verdict: VerdictPart = { Below };
