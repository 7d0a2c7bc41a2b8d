// How does a key get in? Write-only: what is shown is where it is from and its last four characters.
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Confirm } from "@/controls/Confirm";
import { TextField } from "@/controls/Field";
import type { EndpointFull } from "@/wire/types";
import { SavedNote, useSaving } from "../saving";
import { forgetKey, keepKey, keyWords } from "./endpoint";
import css from "../settings.module.css";

export function KeyField({ row }: { row: EndpointFull }) {
  const [typed, type] = useState("");
  const [asks, ask] = useState(false);
  const { saving, save, rest } = useSaving();
  const send = async (): Promise<void> => {
    if (typed.trim() === "") return;
    if (await save(() => keepKey(row.endpoint, typed.trim()))) type("");
  };
  const refused = saving.at === "refused" ? `${saving.problem.message} ${saving.problem.remedy}` : undefined;
  return (
    <>
      <form
        className={css["item"]}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h3>
          <KeyRound size={16} aria-hidden="true" /> Key
        </h3>
        <p className={css["muted"]}>{said(keyWords(row))}</p>
        <div className={css["fieldAndButton"]}>
          <TextField
            label={row.key.where === "kept" ? "Another key" : "Key"}
            type="password"
            autoComplete="new-password"
            value={typed}
            error={refused}
            placeholder={row.key.needed ? "paste it here" : "only if it asks for one"}
            help="It is kept on the server’s machine for this address alone, and forgotten when the address changes."
            onText={(text) => {
              rest();
              type(text);
            }}
          />
          <Button type="submit" kind="primary" disabled={typed.trim() === "" || saving.at === "saving"}>
            Keep it
          </Button>
        </div>
        <div className={css["row"]}>
          {row.key.where === "kept" && (
            <Button
              kind="danger"
              disabled={saving.at === "saving"}
              onClick={() => {
                ask(true);
              }}
            >
              Forget the key
            </Button>
          )}
          {row.key.where === "environment" && (
            <span className={css["muted"]}>
              It is in the variable {row.key.variable} of the server; one kept here goes before it.
            </span>
          )}
          {saving.at !== "refused" && <SavedNote saving={saving} />}
        </div>
      </form>
      {asks && (
        <Confirm
          title={`Forget the key of “${row.title}”?`}
          does="Forget it"
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            await save(() => forgetKey(row.endpoint));
          }}
        >
          Moot keeps no copy: to use this service again, the key is entered anew. Sessions are kept as they are.
        </Confirm>
      )}
    </>
  );
}

/** The same as a sentence. */
const said = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
