// How does a key get in? Write-only: what is shown is where it is from and its last four characters.
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Confirm } from "@/controls/Confirm";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import type { EndpointFull, Schemas } from "@/wire/types";
import { SavedNote, useSaving } from "../saving";
import { forgetKey, keepKey, keyWords } from "./endpoint";
import css from "../settings.module.css";

interface Given {
  /** What people call the service. */
  title: string;
  known: Schemas["KeyState"];
  /** What is known of the key, in a sentence. */
  says: string;
  keep: (key: string) => Promise<void>;
  forget: () => Promise<void>;
}

/** The key of an endpoint. */
export function EndpointKey({ row }: { row: EndpointFull }) {
  return (
    <KeyField
      title={row.title}
      known={row.key}
      says={said(keyWords(row))}
      keep={(key) => keepKey(row.endpoint, key)}
      forget={() => forgetKey(row.endpoint)}
    />
  );
}

export function KeyField({ title, known, says, keep, forget }: Given) {
  const [typed, type] = useState("");
  const [asks, ask] = useState(false);
  const { saving, save, rest } = useSaving();
  const send = async (): Promise<void> => {
    if (typed.trim() === "") return;
    if (await save(() => keep(typed.trim()))) type("");
  };
  const refused = saving.at === "refused" ? `${saving.problem.message} ${saving.problem.remedy}` : undefined;
  return (
    <>
      <form
        className={`${css["item"]} stack box ink plain slim`}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h3>
          <KeyRound size={16} aria-hidden="true" /> {say("Key")}
        </h3>
        <p className="muted small measure">{says}</p>
        <div className={`${css["fieldAndButton"]} at-start grid`}>
          <TextField
            label={known.where === "kept" ? say("Another key") : say("Key")}
            type="password"
            autoComplete="new-password"
            value={typed}
            error={refused}
            placeholder={known.needed ? say("paste it here") : say("only if it asks for one")}
            help={say(
              "It is kept on the server’s machine for this address alone, and forgotten when the address changes.",
            )}
            onText={(text) => {
              rest();
              type(text);
            }}
          />
          <Button
            type="submit"
            kind="primary"
            disabled={typed.trim() === "" || saving.at === "saving"}
            title={typed.trim() === "" ? say("Paste a key first.") : undefined}
          >
            {say("Keep it")}
          </Button>
        </div>
        <div className={`${css["row"]} row`}>
          {known.where === "kept" && (
            <Button
              kind="danger"
              disabled={saving.at === "saving"}
              onClick={() => {
                ask(true);
              }}
            >
              {say("Forget the key")}
            </Button>
          )}
          {known.where === "environment" && (
            <span className="muted small measure">
              {say("It is in the variable {variable} of the server; one kept here goes before it.", {
                variable: known.variable,
              })}
            </span>
          )}
          {saving.at !== "refused" && <SavedNote saving={saving} />}
        </div>
      </form>
      {asks && (
        <Confirm
          title={say("Forget the key of “{title}”?", { title })}
          does={say("Forget it")}
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            await save(forget);
          }}
        >
          {say(
            "Moot keeps no copy: to use this service again, the key is entered anew. Sessions are kept as they are.",
          )}
        </Confirm>
      )}
    </>
  );
}

/** The same as a sentence. */
const said = (words: string): string =>
  say("{sentence}.", { sentence: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` });
