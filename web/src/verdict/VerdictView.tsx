// What does the Verdict view show? The stages entered so far.
import { useMoment } from "@/hooks/session";

export default function VerdictView() {
  const entered = useMoment(({ state }) => state.entered);
  return <p>{entered.join(" · ")}</p>;
}
