// How far does a consensus go? So many rounds at most.
import { Slider } from "@/controls/Switches";
import { say } from "@/language/say";
import type { DepthGiven } from "../depth";

export function Depth({ now, onOption }: DepthGiven) {
  const most = now("max_iterations");
  if (typeof most !== "number") return null;
  return (
    <Slider
      label={say("Rounds at most")}
      help={say("It ends earlier when the arbiter is confident enough.")}
      value={most}
      min={1}
      max={Math.max(10, most)}
      onSlide={(rounds) => {
        onOption("max_iterations", rounds);
      }}
    />
  );
}
