// Which models are members, and how many of each? A list that is searched, and those that were taken from it.
import { Minus, Plus, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { IconButton } from "@/controls/Button";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import type { ModelRow } from "@/wire/types";
import { MakerMark } from "./MakerMark";
import { ModelList, useModelList } from "./ModelList";
import { meant, MOST_SHOWN } from "./offered";
import { lineOf, shortOf } from "./roster";
import { useEndpoints } from "./shelf";
import css from "./councils.module.css";

const MOST_SEATS = 64;

interface Given {
  /** `endpoint/model`, or with a count after a colon. */
  members: readonly string[];
  onPick: (members: string[]) => void;
}

export function MemberPicker({ members, onPick }: Given) {
  const lines = members.map(lineOf);
  const seats = lines.reduce((sum, line) => sum + line.count, 0);
  const count = (model: string, next: number): void => {
    const known = lines.some((line) => line.model === model);
    const changed = known
      ? lines.map((line) => (line.model === model ? { ...line, count: next } : line))
      : [...lines, { ...lineOf(model), count: next }];
    onPick(changed.filter((line) => line.count > 0).map((line) => `${line.model}:${String(line.count)}`));
  };
  return (
    <div className="stack">
      {lines.length > 0 && (
        <ul className={"row"} aria-label={say("Members")}>
          {lines.map((line) => (
            <li key={line.model} className="line pill on-card">
              <MakerMark model={line.model} />
              <span title={line.model}>{shortOf(line.model)}</span>
              <span className={`${css["steps"]} at-centre gap-small`}>
                <IconButton
                  name={
                    line.count === 1
                      ? say("Remove {model}", { model: line.model })
                      : say("One less of {model}", { model: line.model })
                  }
                  kind="quiet"
                  onClick={() => {
                    count(line.model, line.count - 1);
                  }}
                >
                  {line.count === 1 ? <X size={14} /> : <Minus size={14} />}
                </IconButton>
                <output>{line.count}</output>
                <IconButton
                  name={say("One more of {model}", { model: line.model })}
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
          ))}
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

/** Models that are drawn at first, as a part of the page: a list that scrolls in a page that scrolls is two of a kind. */
const FEW = 12;

/** The models that can sit, to be searched; one that is pressed, or chosen by the arrows and Enter, is taken. */
export function ModelShelf({ taken, onTake }: Offered) {
  const endpoints = useEndpoints().data ?? [];
  const [words, write] = useState("");
  const [told, tell] = useState("");
  const [most, show] = useState(FEW);
  const list = useModelList(words, most);
  const search = (text: string): void => {
    tell("");
    write(text);
  };
  const sit = (model: string): void => {
    onTake(model);
    tell(say("{model} was added.", { model }));
  };
  const take = (those: readonly ModelRow[]): void => {
    const [one] = those;
    if (words.trim() === "" || list.pending) return;
    if (one === undefined) tell(say("No model is called that."));
    else if (those.length > 1)
      tell(say("{models, number} models could be meant: choose one below.", { models: those.length }));
    else {
      search("");
      sit(one.model);
    }
  };
  const closed = endpoints.filter((each) => !each.configured && each.speaks);
  return (
    <>
      <TextField
        {...list.wiring}
        aria-expanded
        label={say("Search models")}
        unseen
        placeholder={say("Search models…")}
        type="search"
        value={words}
        onText={search}
        help={told}
        onKeyDown={(event) => {
          if (list.press(event) || event.key !== "Enter" || event.nativeEvent.isComposing) return;
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault(); // in a form it would send it
          const chosen = list.shown[list.at];
          if (chosen !== undefined) sit(chosen.model);
          else take(meant(list.models, words));
        }}
      />
      <ModelList
        list={list}
        label={say("Models that can be asked")}
        note={(row) => (taken.has(row.model) ? say("added") : "")}
        onTake={sit}
        onMore={
          most < MOST_SHOWN
            ? () => {
                show(MOST_SHOWN);
              }
            : undefined
        }
      >
        {words.trim() === "" &&
          closed.map((each) => (
            <h4 key={each.endpoint}>
              {each.title}: <Link href={`/settings/endpoints/${each.endpoint}`}>{say("needs a key")}</Link>
            </h4>
          ))}
      </ModelList>
    </>
  );
}
