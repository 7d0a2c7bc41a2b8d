// Which models sit, and how many of each? A list that is searched, and those that were taken from it.
import { Minus, Plus, X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Link } from "wouter";
import { IconButton } from "@/controls/Button";
import { Bone } from "@/controls/Card";
import { TextField } from "@/controls/Field";
import { Face } from "@/faces/Face";
import { useModels } from "@/hooks/queries";
import type { ModelRow } from "@/wire/types";
import { endpointOf, lineOf, seatsOf } from "./roster";
import { useEndpoints } from "./shelf";
import css from "./councils.module.css";

const MOST_SHOWN = 80;
const MOST_SEATS = 64;

interface Given {
  /** `endpoint/model`, or with a count after a colon. */
  members: readonly string[];
  onPick: (members: string[]) => void;
}

export function MemberPicker({ members, onPick }: Given) {
  const endpoints = useEndpoints().data ?? [];
  const lines = members.map(lineOf);
  const faces = new Map(seatsOf(members, endpoints).map((seat) => [seat.model, seat]));
  const seats = lines.reduce((sum, line) => sum + line.count, 0);
  const count = (model: string, next: number): void => {
    const known = lines.some((line) => line.model === model);
    const changed = known
      ? lines.map((line) => (line.model === model ? { ...line, count: next } : line))
      : [...lines, { ...lineOf(model), count: next }];
    onPick(changed.filter((line) => line.count > 0).map((line) => `${line.model}:${String(line.count)}`));
  };
  return (
    <div className={css["picker"]}>
      {lines.length > 0 && (
        <ul className={css["picked"]} aria-label="Members">
          {lines.map((line) => {
            const seat = faces.get(line.model);
            return (
              <li key={line.model}>
                {seat !== undefined && <Face look={seat.look} size={22} />}
                <span title={line.model}>{line.model.split("/").at(-1)}</span>
                <span className={css["steps"]}>
                  <IconButton
                    name={line.count === 1 ? `Take ${line.model} out` : `One ${line.model} less`}
                    kind="quiet"
                    onClick={() => {
                      count(line.model, line.count - 1);
                    }}
                  >
                    {line.count === 1 ? <X size={14} /> : <Minus size={14} />}
                  </IconButton>
                  <output>{line.count}</output>
                  <IconButton
                    name={`One ${line.model} more`}
                    kind="quiet"
                    disabled={seats >= MOST_SEATS}
                    onClick={() => {
                      count(line.model, line.count + 1);
                    }}
                  >
                    <Plus size={14} />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ModelShelf
        taken={new Set(lines.map((line) => line.model))}
        onTake={(model) => {
          count(model, (lines.find((line) => line.model === model)?.count ?? 0) + 1);
        }}
      />
    </div>
  );
}

interface Offered {
  taken: ReadonlySet<string>;
  onTake: (model: string) => void;
}

/** The models that can sit, to be searched; one that is pressed is taken. */
export function ModelShelf({ taken, onTake }: Offered) {
  const endpoints = useEndpoints().data ?? [];
  const models = useModels();
  const [words, write] = useState("");
  const [told, tell] = useState("");
  const wanted = useDeferredValue(words).trim().toLowerCase();
  const found = useMemo(() => matching(models.data?.models ?? [], wanted), [models.data, wanted]);
  const shown = found.slice(0, MOST_SHOWN);
  const groups = [...new Set(shown.map((row) => row.endpoint))];
  const titleOf = (name: string): string => endpoints.find((each) => each.endpoint === name)?.title ?? name;
  const search = (text: string): void => {
    tell("");
    write(text);
  };
  const take = (those: readonly ModelRow[]): void => {
    const [one] = those;
    if (words.trim() === "" || models.data === undefined) return;
    if (one === undefined) tell("No model is called that.");
    else if (those.length > 1) tell(`${String(those.length)} models could be meant: choose one below.`);
    else {
      onTake(one.model);
      search("");
      tell(`${one.model} sits.`);
    }
  };
  const closed = endpoints.filter((each) => !each.configured && each.speaks);
  return (
    <>
      <TextField
        label="Search models"
        unseen
        placeholder="Search models…"
        type="search"
        value={words}
        onText={search}
        help={told}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault(); // in a form it would send it
          take(meant(models.data?.models ?? [], words.trim().toLowerCase()));
        }}
      />
      <div
        className={css["shelf"]}
        tabIndex={0}
        role="group"
        aria-label="Models that can sit"
        aria-busy={models.isPending}
      >
        {models.isPending && <Bone height="8em" />}
        {models.isError && <p className={css["note"]}>The models could not be listed. What you picked stays.</p>}
        {groups.map((group) => (
          <section key={group}>
            <h4>{titleOf(group)}</h4>
            {shown
              .filter((row) => row.endpoint === group)
              .map((row) => (
                <button
                  key={row.model}
                  type="button"
                  className={css["offer"]}
                  onClick={() => {
                    onTake(row.model);
                  }}
                >
                  <span>{row.model.slice(endpointOf(row.model).length + 1)}</span>
                  <span className={css["note"]}>
                    {[row.scripted ? "scripted" : row.priced ? "" : "price unknown", taken.has(row.model) ? "sits" : ""]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </button>
              ))}
          </section>
        ))}
        {models.isSuccess && found.length === 0 && <p className={css["note"]}>No model is called that.</p>}
        {found.length > shown.length && (
          <p className={css["note"]}>{String(found.length - shown.length)} more: type to find them.</p>
        )}
        {wanted === "" &&
          closed.map((each) => (
            <h4 key={each.endpoint}>
              {each.title} · <Link href={`/settings/endpoints/${each.endpoint}`}>needs a key</Link>
            </h4>
          ))}
      </div>
    </>
  );
}

/** Who is meant by a name, whole or short: what is called exactly that, else all that hold the words. */
function meant(models: readonly ModelRow[], name: string): ModelRow[] {
  const speaking = models.filter((row) => row.speaks);
  const called = speaking.filter(
    ({ model }) => model.toLowerCase() === name || model.toLowerCase().endsWith(`/${name}`),
  );
  return called.length > 0 ? called : matching(speaking, name);
}

function matching(models: readonly ModelRow[], wanted: string): ModelRow[] {
  const words = wanted.split(/\s+/);
  return models.filter((row) => row.speaks && words.every((word) => row.model.toLowerCase().includes(word)));
}
