// What does the Council view show? The stages entered so far.
import { useMoment } from "@/hooks/session";

export default function CouncilView() {
  const entered = useMoment(({ state }) => state.entered);
  return <p>{entered.join(" · ")}</p>;
}
