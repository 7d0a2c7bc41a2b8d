// Who sits, in which order, and how does each speak? Rows that are dragged, or moved with arrows on their handle.
import { ArrowDown, ArrowUp, GripVertical, Minus, Plus, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { IconButton } from "@/controls/Button";
import { Disclosure } from "@/controls/Disclosure";
import { Select, TextArea, TextField } from "@/controls/Field";
import { seatsOf } from "@/councils/roster";
import { useEndpoints, usePersonas } from "@/councils/shelf";
import { Face } from "@/faces/Face";
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
  const shelf = usePersonas().data ?? [];
  const [said, say] = useState("");
  const dragged = useRef(-1);
  const faces = seatsOf(members, endpoints);
  const move = (from: number, to: number): void => {
    const moved = members[from];
    if (moved === undefined || to < 0 || to >= members.length) return;
    const rest = members.filter((_, at) => at !== from);
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
    say(`${moved.model} is now number ${String(to + 1)} of ${String(members.length)}.`);
  };
  const first = (at: number): number => members.slice(0, at).reduce((sum, line) => sum + line.count, 0);
  return (
    <>
      <ol className={css["members"]}>
        {members.map((line, at) => {
          const seat = faces[first(at)];
          const set = (changed: Partial<Member>): void => {
            onChange(members.map((each) => (each === line ? { ...each, ...changed } : each)));
          };
          const keys = (event: KeyboardEvent): void => {
            const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            move(at, to);
          };
          return (
            <li
              key={line.line}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged.current < 0 || dragged.current === at) return;
                move(dragged.current, at);
                dragged.current = at;
              }}
            >
              <div className={css["member"]}>
                <span
                  className={css["handle"]}
                  draggable
                  role="button"
                  tabIndex={0}
                  aria-label={`Move ${line.model}: arrows up and down`}
                  onKeyDown={keys}
                  onDragStart={(event) => {
                    dragged.current = at;
                    event.dataTransfer.effectAllowed = "move";
                  }}
                  onDragEnd={() => {
                    dragged.current = -1;
                  }}
                >
                  <GripVertical size={16} aria-hidden="true" />
                </span>
                {seat !== undefined && <Face look={seat.look} size={26} />}
                <span className={css["model"]} title={line.model}>
                  {line.model}
                  {seat !== undefined && seat.lacks !== "" && <small>needs a key</small>}
                </span>
                <span className={css["steps"]}>
                  <IconButton
                    name="One seat less"
                    kind="quiet"
                    disabled={line.count < 2}
                    onClick={() => {
                      set({ count: line.count - 1 });
                    }}
                  >
                    <Minus size={14} />
                  </IconButton>
                  <output aria-label="Seats">{line.count}</output>
                  <IconButton
                    name="One seat more"
                    kind="quiet"
                    disabled={faces.length >= 64}
                    onClick={() => {
                      set({ count: line.count + 1 });
                    }}
                  >
                    <Plus size={14} />
                  </IconButton>
                </span>
                <span className={css["moves"]}>
                  <IconButton
                    name="Move up"
                    kind="quiet"
                    disabled={at === 0}
                    onClick={() => {
                      move(at, at - 1);
                    }}
                  >
                    <ArrowUp size={14} />
                  </IconButton>
                  <IconButton
                    name="Move down"
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
                  name={`Take ${line.model} out`}
                  kind="quiet"
                  onClick={() => {
                    onChange(members.filter((each) => each !== line));
                  }}
                >
                  <X size={15} />
                </IconButton>
              </div>
              <Disclosure title="How it speaks" note={mannerOf(line)}>
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
    <div className={css["stack"]}>
      <div className={css["grid"]}>
        <Select
          label="Persona"
          value={line.persona ?? ""}
          onText={(name) => {
            onSet({ persona: name === "" ? null : name });
          }}
        >
          <option value="">none</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextField
          label="Temperature"
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder="not set"
          value={line.temperature ?? ""}
          onText={(text) => {
            onSet({ temperature: number(text) });
          }}
        />
        <TextField
          label="Most tokens in an answer"
          type="number"
          min={1}
          placeholder="not set"
          value={line.max_output ?? ""}
          onText={(text) => {
            onSet({ max_output: number(text) });
          }}
        />
        <Select
          label="Reasoning"
          value={line.reasoning ?? ""}
          onText={(text) => {
            onSet({ reasoning: text === "" ? null : text });
          }}
        >
          <option value="">not set</option>
          {["low", "medium", "high"].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </div>
      <TextArea
        label="What it alone is told first"
        rows={2}
        value={line.system}
        onText={(system) => {
          onSet({ system });
        }}
      />
    </div>
  );
}

/** What is set for a line, in a few words. */
function mannerOf({ persona, temperature, max_output, reasoning, system }: Member): string {
  const set = [
    persona,
    temperature === null ? null : `temperature ${String(temperature)}`,
    max_output === null ? null : `${String(max_output)} tokens`,
    reasoning === null ? null : `reasoning ${reasoning}`,
    system === "" ? null : "told first",
  ].filter((each) => each !== null);
  return set.length === 0 ? "as everybody" : set.join(", ");
}
