// What does the Matrix view show? The stages entered so far.
import { useMoment } from "@/hooks/session";

export default function MatrixView() {
  const entered = useMoment(({ state }) => state.entered);
  return <p>{entered.join(" · ")}</p>;
}
