// Who sits, in which order, and how does each speak? Rows that are moved up and down.
import { ArrowDown, ArrowUp, Minus, Plus, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/controls/Button";
import { Disclosure } from "@/controls/Disclosure";
import { Select, TextArea, TextField } from "@/controls/Field";
import { seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { Face } from "@/faces/Face";
import { useCouncils } from "@/hooks/queries";
import { say } from "@/language/say";
import type { Member } from "@/wire/types";
import type { Edited } from "./keeping";
import css from "../settings.module.css";

type Line = Edited["members"][number];
interface Given {
  members: readonly Line[];
  /** Personas the council brings along, besides those on the shelf. */
  personas: readonly string[];
  onChange: (members: Line[]) => void;
}

export function MemberRows({ members, personas, onChange }: Given) {
  const endpoints = useEndpoints().data ?? [];
  const shelf = useCouncils().data?.personas ?? [];
  const [said, tell] = useState("");
  const faces = seatsOf(members, endpoints);
  const move = (from: number, to: number): void => {
    const moved = members[from];
    if (moved === undefined || to < 0 || to >= members.length) return;
    const rest = members.filter((_, at) => at !== from);
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
    tell(
      say("{model} is now number {place, number} of {count, number}.", {
        model: moved.model,
        place: to + 1,
        count: members.length,
      }),
    );
  };
  const first = (at: number): number => members.slice(0, at).reduce((sum, line) => sum + line.count, 0);
  return (
    <>
      <ol className={`${css["members"]} stack tight`}>
        {members.map((line, at) => {
          const seat = faces[first(at)];
          const set = (changed: Partial<Member>): void => {
            onChange(members.map((each) => (each === line ? { ...each, ...changed } : each)));
          };
          return (
            <li key={line.line}>
              <div className="row">
                {seat !== undefined && <Face look={seat.look} size={26} />}
                <span className={`${css["model"]} wrap slim`} title={line.model}>
                  {line.model}
                  {seat !== undefined && seat.lacks !== "" && <small>{say("needs a key")}</small>}
                </span>
                <span className="inline gap-small">
                  <IconButton
                    name={say("One seat less")}
                    kind="quiet"
                    disabled={line.count < 2}
                    onClick={() => {
                      set({ count: line.count - 1 });
                    }}
                  >
                    <Minus size={14} />
                  </IconButton>
                  <output aria-label={say("Seats")}>{line.count}</output>
                  <IconButton
                    name={say("One seat more")}
                    kind="quiet"
                    disabled={faces.length >= 64}
                    onClick={() => {
                      set({ count: line.count + 1 });
                    }}
                  >
                    <Plus size={14} />
                  </IconButton>
                </span>
                <span className="inline gap-small">
                  <IconButton
                    name={say("Move {model} up", { model: line.model })}
                    kind="quiet"
                    disabled={at === 0}
                    onClick={() => {
                      move(at, at - 1);
                    }}
                  >
                    <ArrowUp size={14} />
                  </IconButton>
                  <IconButton
                    name={say("Move {model} down", { model: line.model })}
                    kind="quiet"
                    disabled={at === members.length - 1}
                    onClick={() => {
                      move(at, at + 1);
                    }}
                  >
                    <ArrowDown size={14} />
                  </IconButton>
                </span>
                <IconButton
                  name={say("Take {model} out", { model: line.model })}
                  kind="quiet"
                  onClick={() => {
                    onChange(members.filter((each) => each !== line));
                  }}
                >
                  <X size={15} />
                </IconButton>
              </div>
              <Disclosure title={say("How it speaks")} note={mannerOf(line)}>
                <Manner
                  line={line}
                  names={[...new Set([...shelf.map((each) => each.name), ...personas])]}
                  onSet={set}
                />
              </Disclosure>
            </li>
          );
        })}
      </ol>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}

function Manner({ line, names, onSet }: { line: Line; names: string[]; onSet: (changed: Partial<Member>) => void }) {
  const number = (text: string): number | null =>
    text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text);
  return (
    <div className="stack loose">
      <div className="tiles at-start">
        <Select
          label={say("Persona")}
          value={line.persona ?? ""}
          onText={(name) => {
            onSet({ persona: name === "" ? null : name });
          }}
        >
          <option value="">{say("none")}</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextField
          label={say("Temperature")}
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder={say("not set")}
          value={line.temperature ?? ""}
          onText={(text) => {
            onSet({ temperature: number(text) });
          }}
        />
        <TextField
          label={say("Most tokens in an answer")}
          type="number"
          min={1}
          placeholder={say("not set")}
          value={line.max_output ?? ""}
          onText={(text) => {
            onSet({ max_output: number(text) });
          }}
        />
        <Select
          label={say("Reasoning")}
          value={line.reasoning ?? ""}
          onText={(text) => {
            onSet({ reasoning: text === "" ? null : text });
          }}
        >
          <option value="">{say("not set")}</option>
          {Object.entries(LEVELS).map(([level, words]) => (
            <option key={level} value={level}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        label={say("What it alone is told first")}
        rows={2}
        value={line.system}
        onText={(system) => {
          onSet({ system });
        }}
      />
    </div>
  );
}

const LEVELS: Record<string, string> = { low: say("low"), medium: say("medium"), high: say("high") };

/** What is set for a line, in a few words. */
function mannerOf({ persona, temperature, max_output, reasoning, system }: Member): string {
  const set = [
    persona,
    temperature === null ? null : say("temperature {temperature, number}", { temperature }),
    max_output === null ? null : say("{count, plural, one {# token} other {# tokens}}", { count: max_output }),
    reasoning === null ? null : say("reasoning {level}", { level: LEVELS[reasoning] ?? reasoning }),
    system === "" ? null : say("told first"),
  ].filter((each) => each !== null);
  return set.length === 0 ? say("as everybody") : set.join(", ");
}
