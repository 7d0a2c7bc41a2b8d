// Under which arm? One of a few in a row, a list where there are many; the address says which.
import { useSearchParams } from "wouter";
import { Field } from "@/controls/Field";
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";

const IN_A_ROW = 5;

/** The arm that is chosen, and how it is chosen. */
export function useArm(arms: readonly string[], first: string): readonly [string, (arm: string) => void] {
  const [search, setSearch] = useSearchParams();
  const given = search.get("arm") ?? "";
  return [
    arms.includes(given) ? given : first,
    (arm) => {
      setSearch(arm === first ? {} : { arm }, { replace: true });
    },
  ];
}

export function ArmChoice({
  arms,
  arm,
  choose,
}: {
  arms: readonly string[];
  arm: string;
  choose: (arm: string) => void;
}) {
  if (arms.length < 2) return null;
  if (arms.length <= IN_A_ROW)
    return (
      <Choice
        label={say("Arm")}
        value={arm}
        choices={arms.map((value) => ({ value, title: value }))}
        onChoose={choose}
      />
    );
  return (
    <Field label={say("Arm")}>
      {(wiring) => (
        <select
          {...wiring}
          value={arm}
          onChange={(event) => {
            choose(event.target.value);
          }}
        >
          {arms.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
