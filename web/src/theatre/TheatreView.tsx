// What does the Theatre view show? The stages entered so far.
import { useMoment } from "@/hooks/session";

export default function TheatreView() {
  const entered = useMoment(({ state }) => state.entered);
  return <p>{entered.join(" · ")}</p>;
}
