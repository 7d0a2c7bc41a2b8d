// Which arm is forked, and from which stage on? What stands before it is kept.
import { Select } from "@/controls/Field";
import { titled } from "@/councils/words";
import { say } from "@/language/say";
import type { Forkable } from "./adding";

interface Given {
  arms: readonly Forkable[];
  arm: Forkable | undefined;
  stage: string;
  onChoose: (chosen: { of: string; stage: string }) => void;
}

export function ForkedFrom({ arms, arm, stage, onChoose }: Given) {
  if (arm === undefined) return <p>{say("This study has no arm that could be forked.")}</p>;
  return (
    <>
      {arms.length > 1 && (
        <Select
          label={say("Forked arm")}
          value={arm.arm}
          onText={(of) => {
            onChoose({ of, stage: "" });
          }}
        >
          {arms.map((each) => (
            <option key={each.arm}>{each.arm}</option>
          ))}
        </Select>
      )}
      <Select
        label={say("First stage that is asked again")}
        value={stage}
        help={
          arm.finished === 0
            ? say("No session of it has a result yet: each is asked first, and forked then.")
            : say("Everything before the stage stays as it is.")
        }
        onText={(next) => {
          onChoose({ of: arm.arm, stage: next });
        }}
      >
        {arm.stages.map((each) => (
          <option key={each} value={each}>
            {titled(each)}
          </option>
        ))}
      </Select>
    </>
  );
}
