// Does it answer? One press asks for its models and, where one is named, that model for a few tokens.
import { PlugZap } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import { told } from "@/language/told";
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
  const list = useId();
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
          list={list}
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
      <datalist id={list}>
        {models.slice(0, 300).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div role="status" aria-busy={busy}>
        {!busy && <TestWords test={row.test} />}
        {found !== null && <Came found={found} />}
      </div>
    </form>
  );
}

function Came({ found }: { found: Found }) {
  return (
    <div className={css["came"]}>
      {found.said !== "" && <blockquote>{found.said}</blockquote>}
      {found.error !== "" && found.test === null && (
        <p>
          <Coded text={`${told(found.error)} ${told(found.remedy)}`} />
        </p>
      )}
      {found.models.length > 0 && (
        <Disclosure title={say("Its models")}>
          <ul className={css["models"]}>
            {found.models.map((model) => (
              <li key={model}>
                <code>{model}</code>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
