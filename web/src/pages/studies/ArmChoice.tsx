// Under which arm? The address says which.
import { useSearchParams } from "wouter";
import { Select } from "@/controls/Field";
import { say } from "@/language/say";

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
  return (
    <div className="row at-end">
      <Select label={say("Arm")} value={arm} onText={choose}>
        {arms.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </div>
  );
}
