// Is one question put, or are many at once?
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";

export function HowMany({ many, onMany }: { many: boolean; onMany: (many: boolean) => void }) {
  return (
    <Choice
      unseen
      label={say("How many questions")}
      value={many ? "many" : "one"}
      choices={[
        { value: "one", title: say("One question") },
        { value: "many", title: say("Many questions") },
      ]}
      onChoose={(value) => {
        onMany(value === "many");
      }}
    />
  );
}
