// Does it answer? One press asks for its models and, where one is named, that model for a few tokens. The models it
// listed are offered in the field.
import { PlugZap } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { EndpointFull, Schemas } from "@/wire/types";
import { TestWords } from "../LastTest";
import { tryEndpoint } from "./endpoint";
import css from "../settings.module.css";

type Found = Schemas["EndpointCheckReply"];

export function Trial({ row }: { row: EndpointFull }) {
  const listed = useId();
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
      className={`${css["item"]} stack box ink plain slim`}
      onSubmit={(event) => {
        event.preventDefault();
        void test();
      }}
    >
      <h3>
        <PlugZap size={16} aria-hidden="true" /> {say("Test it")}
      </h3>
      <div className={`${css["fieldAndButton"]} at-start grid`}>
        <TextField
          label={say("A model to ask")}
          placeholder={say("none: only the list of models is asked for")}
          list={listed}
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
      <datalist id={listed}>
        {models.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}

function Came({ found }: { found: Found }) {
  return (
    <div className="stack">
      {found.said !== "" && <blockquote>{found.said}</blockquote>}
      {found.error !== "" && found.test === null && (
        <p>
          <Coded text={`${found.error} ${found.remedy}`} />
        </p>
      )}
    </div>
  );
}
