// How do they deliberate? A card for each protocol with its stages; where one judges by a rubric, which.
import { GitCompareArrows } from "lucide-react";
import { Link } from "wouter";
import { Coded } from "@/controls/Coded";
import { Select } from "@/controls/Field";
import type { OptionValue } from "@/councils/options";
import { titled } from "@/councils/words";
import { say, within } from "@/language/say";
import { depthOf } from "@/protocols/convene";
import { cardOf } from "@/protocols/table";
import type { ProtocolRow } from "@/wire/types";
import { FIRST, type Draft } from "./draft";
import type { Judging } from "./judging";
import type { Sitting } from "./sitting";
import { InSight, Watched } from "./Watched";
import css from "./convene.module.css";

interface Given {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  protocols: readonly ProtocolRow[];
  judging: Judging;
  sitting: Sitting;
  onOption: (name: string, value: OptionValue | undefined) => void;
}

export function ProtocolPicker({ draft, change, protocols, judging, sitting, onOption }: Given) {
  const chosen = sitting.protocol?.protocol;
  return (
    <section className={`${css["part"]} stack pad-top`} aria-labelledby="how">
      <div className="row spread touch">
        <h2 id="how">{say("How they work")}</h2>
      </div>
      <div role="radiogroup" aria-label={say("Protocols")} className="tiles">
        {protocols.map((row) => {
          const Icon = cardOf(row.protocol).icon ?? GitCompareArrows;
          return (
            <label key={row.protocol} className={`${css["card"]} stack box here`}>
              <input
                type="radio"
                name="protocol"
                value={row.protocol}
                checked={row.protocol === chosen}
                onChange={() => {
                  change({ protocol: row.protocol });
                }}
              />
              <span className="row">
                <Icon size={17} aria-hidden="true" />
                <strong>{titled(row.protocol)}</strong>
              </span>
              <span className="muted small">
                <Coded text={row.title} />
              </span>
              <Stages stages={row.stages} />
            </label>
          );
        })}
      </div>
      <Depth sitting={sitting} onOption={onOption} />
      {sitting.protocol?.stops_early === true && (
        <Select
          label={say("Who is asked first")}
          value={draft.when}
          help={say("Fewer calls cost less. The line with the price says what is planned and why.")}
          onText={(when) => {
            change({ when: when as Draft["when"] });
          }}
        >
          {Object.entries(FIRST).map(([when, title]) => (
            <option key={when} value={when}>
              {title}
            </option>
          ))}
        </Select>
      )}
      <InSight sitting={sitting} onOption={onOption} />
      <Watched sitting={sitting} onOption={onOption} />
      {sitting.protocol?.takes_rubric === true && <RubricChoice draft={draft} change={change} {...judging} />}
    </section>
  );
}

/** Stages in order; rounds of one stage are one with a count. */
function Stages({ stages }: { stages: readonly string[] }) {
  const names = stages.map((stage) => stage.replace(/\.\d+$/, ""));
  const rows = [...new Set(names)].map((name) => ({ name, rounds: names.filter((other) => other === name).length }));
  return (
    <span className={`${css["stages"]} row muted snug tiny`}>
      {rows.map(({ name, rounds }) => (
        <span key={name}>
          {within(titled(name))}
          {rounds > 1 && ` ×${String(rounds)}`}
        </span>
      ))}
    </span>
  );
}

/** How far it goes, where the protocol has a way to say so. */
function Depth({ sitting, onOption }: { sitting: Sitting; onOption: Given["onOption"] }) {
  const own = depthOf(sitting.protocol?.protocol ?? "");
  if (own === undefined) return null;
  const now = (name: string): OptionValue | null =>
    sitting.options[name] ?? sitting.base[name] ?? sitting.fields.find((field) => field.name === name)?.plain ?? null;
  return <own.Depth now={now} onOption={onOption} />;
}

interface Judged extends Judging {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function RubricChoice({ draft, change, rubrics, chosen }: Judged) {
  return (
    <div className="box">
      <Select
        label={say("Judged by the rubric")}
        value={chosen?.rubric.name ?? draft.rubric}
        onText={(rubric) => {
          change({ rubric });
        }}
        help={chosen && chosen.rubric.title}
        aside={chosen !== null && <Link href={`/settings/rubrics/${chosen.rubric.name}`}>{say("read it")}</Link>}
      >
        {rubrics.map(({ rubric }) => (
          <option key={rubric.name} value={rubric.name}>
            {titled(rubric.name)}
          </option>
        ))}
      </Select>
    </div>
  );
}
