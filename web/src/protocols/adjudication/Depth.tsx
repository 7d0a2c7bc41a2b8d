// How far does an adjudication go? Answers alone, tested by rebuttals, or answered anew after them.
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";
import type { DepthGiven } from "../depth";

type Reach = "answers" | "tested" | "full";

export function Depth({ now, onOption }: DepthGiven) {
  const value: Reach = now("rebuttal") !== true ? "answers" : now("refine") !== true ? "tested" : "full";
  return (
    <Choice<Reach>
      label={say("How far it goes")}
      value={value}
      choices={[
        { value: "answers", title: say("Answers only") },
        { value: "tested", title: say("+ rebuttals") },
        { value: "full", title: say("+ second answers") },
      ]}
      help={say("Fewer stages ask less of everybody and cost less.")}
      onChoose={(reach) => {
        onOption("rebuttal", reach !== "answers");
        onOption("refine", reach === "full");
      }}
    />
  );
}
