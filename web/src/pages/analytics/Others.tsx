// Whose debates are shown, and what else there is: a council to choose, and debates of the other kind of voices.
import { Link, useSearchParams } from "wouter";
import { Button } from "@/controls/Button";
import { Select } from "@/controls/Field";
import { say } from "@/language/say";
import { searchOf, useBoard, wantedOf, type Voices, type Whose } from "./asked";

/** Councils with a name of which anything was counted; nothing where there are none. */
export function Councils({ of, onCouncil }: { of: Whose; onCouncil: (council: string) => void }) {
  const asked = useBoard({ voices: of.voices, since: "", council: "" });
  const named = asked.data?.councils ?? [];
  const every = of.council === "" || named.includes(of.council) ? named : [...named, of.council];
  if (every.length === 0) return null;
  return (
    <Select label={say("Council")} value={of.council} onText={onCouncil}>
      <option value="">{say("All councils")}</option>
      {every.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

/** What stands where there is nothing to show: where debates begin, and that there are some of other voices. */
export function Others({ voices }: { voices: Voices }) {
  const [search, setSearch] = useSearchParams();
  const asked = useBoard({ voices, since: "", council: "" });
  const others = asked.data?.others ?? 0;
  if (others === 0) return <Link href="/">{say("Ask a question")}</Link>;
  const other: Voices = voices === "scripted" ? "models" : "scripted";
  return (
    <>
      <p>{othersWords(voices, others)}</p>
      <Button
        onClick={() => {
          setSearch(searchOf({ ...wantedOf(search), voices: other, council: "" }), { replace: true });
        }}
      >
        {other === "models" ? say("Show language models") : say("Show scripted voices")}
      </Button>
    </>
  );
}

export const othersWords = (voices: Voices, count: number): string =>
  voices === "scripted"
    ? say("{count, plural, one {# debate} other {# debates}} of language models are counted apart.", { count })
    : say("{count, plural, one {# debate} other {# debates}} of scripted voices are counted apart.", { count });
