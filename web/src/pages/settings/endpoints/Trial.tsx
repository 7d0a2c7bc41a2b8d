// Does it answer? One press asks for its models and, where one is named, that model for a few tokens.
import { PlugZap } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { TextField } from "@/controls/Field";
import { counted } from "@/councils/words";
import { problemFrom } from "@/wire/client";
import type { EndpointFull, Schemas } from "@/wire/types";
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
      find({ ok: false, ms: 0, models: [], said: "", error: message, remedy });
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
        <PlugZap size={16} aria-hidden="true" /> Try it
      </h3>
      <div className={css["fieldAndButton"]}>
        <TextField
          label="A model to hear a word from"
          list={list}
          placeholder="none: only its models are listed"
          value={model}
          onText={name}
          help="A named model is asked for a few tokens, which may cost a fraction of a cent."
        />
        <Button type="submit" disabled={busy}>
          {busy ? "Trying…" : "Test"}
        </Button>
      </div>
      <datalist id={list}>
        {models.slice(0, 300).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div role="status" aria-busy={busy}>
        {found !== null && <Came found={found} />}
      </div>
    </form>
  );
}

function Came({ found }: { found: Found }) {
  return (
    <div className={css["came"]}>
      <p>
        <Chip tone={found.ok ? "good" : "bad"}>{found.ok ? "it answers" : "it does not answer"}</Chip>{" "}
        {found.ms > 0 && `${String(found.ms)} ms`}
        {found.models.length > 0 && `, ${counted(found.models.length, "model")}`}
      </p>
      {found.said !== "" && <blockquote>{found.said}</blockquote>}
      {found.error !== "" && (
        <p>
          {found.error} {found.remedy}
        </p>
      )}
      {found.models.length > 0 && (
        <Disclosure title="Its models">
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
