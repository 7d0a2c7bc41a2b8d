// Does it answer? One press asks for its models and, where one is named, that model for a few tokens. The models it
// listed stand below, to be picked.
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { EndpointFull, Schemas } from "@/wire/types";
import { TestWords } from "../LastTest";
import { tryEndpoint } from "./endpoint";
import css from "../settings.module.css";

type Found = Schemas["Tried"];

export function Trial({ row }: { row: EndpointFull }) {
  const [model, name] = useState("");
  const [busy, setBusy] = useState(false);
  const [found, find] = useState<Found | null>(null);
  const models = found !== null && found.models.length > 0 ? found.models : row.models;
  const test = async (): Promise<void> => {
    setBusy(true);
    find(null);
    try {
      find(await tryEndpoint(row.endpoint, model.trim() === "" ? null : model.trim()));
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      find({ ok: false, ms: 0, models: [], said: "", error: message, remedy, test: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css["item"]}
      onSubmit={(event) => {
        event.preventDefault();
        void test();
      }}
    >
      <h3>
        <PlugZap size={16} aria-hidden="true" /> {say("Test it")}
      </h3>
      <div className={css["fieldAndButton"]}>
        <TextField
          label={say("A model to ask")}
          placeholder={say("none: only the list of models is asked for")}
          value={model}
          onText={name}
          help={say(
            "A model is asked for a few tokens, which may cost a fraction of a cent. The list alone proves neither the key nor an answer.",
          )}
        />
        <Button type="submit" disabled={busy}>
          {busy ? say("Testing …") : say("Test now")}
        </Button>
      </div>
      <div role="status" aria-busy={busy}>
        {!busy && <TestWords test={row.test} />}
        {found !== null && <Came found={found} />}
      </div>
      <Listed models={models} chosen={model.trim()} onPick={name} />
    </form>
  );
}

function Came({ found }: { found: Found }) {
  return (
    <div className={css["came"]}>
      {found.said !== "" && <blockquote>{found.said}</blockquote>}
      {found.error !== "" && found.test === null && (
        <p>
          <Coded text={`${found.error} ${found.remedy}`} />
        </p>
      )}
    </div>
  );
}

/** Models that are drawn at once; typing finds the others. */
const MOST_SHOWN = 60;

interface Picking {
  models: readonly string[];
  chosen: string;
  onPick: (model: string) => void;
}

/** The models there are; those that hold what is typed, as long as that is not one of them. */
function Listed({ models, chosen, onPick }: Picking) {
  const typed = models.includes(chosen) ? "" : chosen.toLowerCase();
  const found = models.filter((model) => model.toLowerCase().includes(typed));
  if (models.length === 0) return null;
  return (
    <div className={css["came"]}>
      <h4>{say("Its models: choose one to ask it")}</h4>
      <ul className={css["models"]} tabIndex={0} aria-label={say("Its models")}>
        {found.slice(0, MOST_SHOWN).map((model) => (
          <li key={model}>
            <button
              type="button"
              aria-pressed={model === chosen}
              onClick={() => {
                onPick(model === chosen ? "" : model);
              }}
            >
              <code>{model}</code>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={css["muted"]}>{say("No model is called that.")}</p>}
      {found.length > MOST_SHOWN && (
        <p className={css["muted"]}>
          {say("{more, plural, one {# more model} other {# more models}}: type to find them.", {
            more: found.length - MOST_SHOWN,
          })}
        </p>
      )}
    </div>
  );
}
