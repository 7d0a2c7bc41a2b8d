// How are many questions asked at once? From a set of questions or written here, one a line; what it takes is told first.
import { Refusal } from "@/controls/Card";
import { Paperclip, Send } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { FilesField, Select, TextArea, TextField } from "@/controls/Field";
import { nameFault } from "../../studies/steering/naming";
import type { OptionValue } from "@/councils/options";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import type { Problem } from "@/wire/types";
import type { Draft } from "../draft";
import type { Sitting } from "../sitting";
import { InSight } from "../Watched";
import {
  bodyOf,
  isEmpty,
  MOST_REPEATS,
  NOTHING,
  repeatsOf,
  useBeginning,
  useCorpora,
  useForetold,
  type Picked,
} from "./asking";
import { Domains } from "./Domains";
import { Foretelling } from "./Foretelling";
import { withLines } from "./lines";
import { ReadQuestions } from "./ReadQuestions";
import css from "./many.module.css";

interface Given {
  sitting: Sitting;
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  /** What keeps anybody from being asked; empty where nothing does. */
  wants: string;
  onOption: (name: string, value: OptionValue | undefined) => void;
}

export default function Many({ sitting, draft, change, wants, onOption }: Given) {
  const [picked, pick] = useState<Picked>(NOTHING);
  const [busy, setBusy] = useState(false);
  const [refused, refuse] = useState<Problem | null>(null);
  const [, go] = useLocation();
  const corpora = useCorpora();
  const begins = useBeginning();
  const repeats = repeatsOf(picked);
  const body = bodyOf(picked, sitting);
  const fit = wants === "" && repeats !== null && Object.keys(sitting.faults).length === 0;
  const foretold = useForetold(body, fit && !isEmpty(picked) && nameFault(picked.name) === "");
  const set = (changed: Partial<Picked>): void => {
    refuse(null);
    pick((now) => ({ ...now, ...changed }));
  };
  const begin = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    refuse(null);
    try {
      go(`/studies/${await begins(body)}`);
    } catch (error) {
      refuse(problemFrom(error));
    } finally {
      setBusy(false);
    }
  };
  const problem = refused ?? foretold.problem;
  const misnamed = nameFault(picked.name);
  const lacking = foretold.row !== undefined && !foretold.stale && foretold.row.lacking !== "";
  const off =
    busy ||
    lacking ||
    misnamed !== "" ||
    !fit ||
    isEmpty(picked) ||
    foretold.row === undefined ||
    foretold.stale ||
    foretold.row.reach.questions === 0 ||
    foretold.row.read.wrong > 0;
  return (
    <section className="stack loose pad-wide bordered rounded on-card" aria-label={say("Many questions")}>
      <Select
        label={say("Questions from")}
        value={picked.corpus}
        onText={(corpus) => {
          set({ corpus, domains: [] });
        }}
      >
        <option value="">{say("what is written here")}</option>
        {corpora.data?.map((row) => (
          <option key={row.name} value={row.name}>
            {say("{title} ({questions, plural, one {# question} other {# questions}})", {
              title: row.title === "" ? row.name : row.title,
              questions: row.questions,
            })}
          </option>
        ))}
      </Select>
      {picked.corpus === "" ? (
        <>
          <Written lines={picked.lines} onLines={(lines) => set({ lines })} />
          <ReadQuestions found={foretold} plain={picked.plain} onPlain={(plain) => set({ plain })} />
        </>
      ) : (
        <Domains
          row={corpora.data?.find((row) => row.name === picked.corpus)}
          chosen={picked.domains}
          onChoose={(domains) => set({ domains })}
        />
      )}
      <div className="sides">
        <TextField
          label={say("Name of the study")}
          value={picked.name}
          placeholder={say("after its questions")}
          error={misnamed}
          help={
            foretold.row !== undefined &&
            !foretold.stale &&
            picked.name.trim() !== "" &&
            foretold.row.name !== picked.name.trim()
              ? say("Another study is called so: this one will be {name}.", { name: foretold.row.name })
              : say("Letters, digits, “-”, “_” and “.”; without one it is named after its questions.")
          }
          onText={(name) => set({ name })}
        />
        <TextField
          label={say("How often each is asked")}
          inputMode="numeric"
          value={picked.repeats}
          error={repeats === null ? say("A number from 1 to {most} is needed.", { most: number(MOST_REPEATS) }) : ""}
          help={say("Models answer differently from time to time; asked twice, that can be told apart.")}
          onText={(text) => set({ repeats: text })}
        />
        <TextField
          label={say("Budget for all of them")}
          inputMode="decimal"
          placeholder={say("no limit")}
          value={draft.budget}
          error={sitting.faults["budget"]}
          help={say("Dollars that all sessions together may cost at most.")}
          onText={(budget) => {
            refuse(null);
            change({ budget });
          }}
        />
      </div>
      <InSight sitting={sitting} onOption={onOption} />
      <Foretelling found={foretold} empty={isEmpty(picked)} />
      <Refusal problem={problem} />
      <div className={`${css["foot"]} row spread`}>
        <p>{say("They are asked three at a time, also when this page is closed; a study keeps what comes of them.")}</p>
        <Button kind="primary" disabled={off} onClick={() => void begin()}>
          <Send size={15} aria-hidden="true" /> {busy ? say("Beginning…") : say("Ask all of them")}
        </Button>
      </div>
    </section>
  );
}

function Written({ lines, onLines }: { lines: string; onLines: (lines: string) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [fault, tell] = useState("");
  const add = async (files: Iterable<File>): Promise<void> => {
    const read = await withLines(lines, files);
    tell(read.fault);
    onLines(read.lines);
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void add([...event.dataTransfer.files]);
  };
  return (
    <div onDrop={drop}>
      <TextArea
        label={say("The questions")}
        rows={8}
        value={lines}
        error={fault}
        maxLength={1_000_000}
        help={say(
          "One a line, a list, a table with a column of questions and one of known answers, or JSON. Files of these can be dropped here; how they were read is told below.",
        )}
        onText={(text) => {
          tell("");
          onLines(text);
        }}
      />
      <FilesField
        ref={picker}
        accept=".txt,.md,.json,.jsonl,.ndjson,.csv,.tsv,text/plain"
        onFiles={(files) => void add(files)}
      />
      <Button kind="quiet" onClick={() => picker.current?.click()}>
        <Paperclip size={15} aria-hidden="true" /> {say("Add the lines of a file")}
      </Button>
    </div>
  );
}
