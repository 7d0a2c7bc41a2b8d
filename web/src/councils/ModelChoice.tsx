// Which model holds this role? A field that lists those that can be asked as soon as it is entered, and one that holds several.
import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/controls/Button";
import { TextField, type About } from "@/controls/Field";
import { say } from "@/language/say";
import { MakerMark } from "./MakerMark";
import { ModelList, useModelList } from "./ModelList";
import { meant } from "./offered";
import { shortOf } from "./roster";
import css from "./councils.module.css";

interface One extends About {
  label: string;
  value: string;
  placeholder: string;
  onPick: (model: string) => void;
}

/** One model, or none. */
export function ModelChoice({ value, placeholder, onPick, ...about }: One) {
  return (
    <Search
      {...about}
      value={value}
      placeholder={placeholder}
      aside={
        value !== "" && (
          <IconButton
            name={say("Set {label} back", { label: about.label })}
            kind="quiet"
            className={css["back"] ?? ""}
            onClick={() => {
              onPick("");
            }}
          >
            <X size={13} />
          </IconButton>
        )
      }
      onPick={onPick}
    />
  );
}

interface Several extends About {
  label: string;
  values: readonly string[];
  placeholder: string;
  onPick: (models: string[]) => void;
}

/** Several models, in order. */
export function ModelChoices({ values, placeholder, onPick, ...about }: Several) {
  return (
    <div className="stack tight here slim">
      <Search
        {...about}
        value=""
        placeholder={values.length === 0 ? placeholder : say("add another")}
        onPick={(model) => {
          if (model !== "" && !values.includes(model)) onPick([...values, model]);
        }}
      />
      {values.length > 0 && (
        <ol className={"row"} aria-label={about.label}>
          {values.map((model) => (
            <li key={model} className="line pill on-card">
              <MakerMark model={model} />
              <span title={model}>{shortOf(model)}</span>
              <IconButton
                name={say("Remove {model}", { model })}
                kind="quiet"
                className={css["back"] ?? ""}
                onClick={() => {
                  onPick(values.filter((other) => other !== model));
                }}
              >
                <X size={13} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface Searching extends About {
  label: string;
  value: string;
  placeholder: string;
  onPick: (model: string) => void;
}

function Search({ value, placeholder, onPick, ...about }: Searching) {
  const [typed, type] = useState<string | null>(null);
  const [lost, lose] = useState("");
  const list = useModelList(typed ?? "");
  const open = typed !== null;
  const take = (model: string): void => {
    lose("");
    onPick(model);
    type(null);
  };
  /** What was typed and not chosen: the one model that is meant by it, or an id as it is; else it is refused. */
  const leave = (): void => {
    const words = (typed ?? "").trim();
    const [only, ...others] = words === "" ? [] : meant(list.models, words);
    if (only !== undefined && others.length === 0) take(only.model);
    else if (words.includes("/") && only === undefined) take(words);
    else {
      lose(
        words === ""
          ? ""
          : only === undefined
            ? say("No model is called “{words}”, so nobody was chosen.", { words })
            : say("“{words}” may mean several models: choose one of them.", { words }),
      );
      type(null);
    }
  };
  return (
    <div className="stack tight here slim">
      <TextField
        {...about}
        {...list.wiring}
        error={typed === null && lost !== "" ? lost : about.error}
        aria-expanded={open}
        maxLength={200}
        placeholder={value === "" ? placeholder : value}
        value={typed ?? value}
        onText={type}
        onFocus={() => {
          type("");
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (!open && /^Arrow(Up|Down)$/.test(event.key)) type("");
          else if (list.press(event)) return;
          else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault(); // in a form it would send it
            const chosen = list.shown[list.at];
            if (chosen !== undefined) take(chosen.model);
            else leave();
          } else if (event.key === "Escape" && open) {
            event.preventDefault();
            event.stopPropagation();
            type(null);
          }
        }}
      />
      {open && (
        <ModelList
          list={list}
          label={say("Models for {label}", { label: about.label })}
          onTake={take}
          className={`${css["popped"]} scroll absolute on-raised lifted`}
        />
      )}
    </div>
  );
}
