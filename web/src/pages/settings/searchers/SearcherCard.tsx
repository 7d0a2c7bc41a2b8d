// How is one searcher set up? Its key goes in here, and a test says what it found.
import { ExternalLink } from "lucide-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { TextField } from "@/controls/Field";
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { client, given, refusal } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { KeyField } from "../endpoints/KeyField";
import { TestChip, TestWords } from "../LastTest";
import css from "../settings.module.css";

type Row = Schemas["SearcherRow"];

const kept = (rows: Row[]): void => {
  queries.setQueryData(["searchers"], rows);
};

export function SearcherCard({ row }: { row: Row }) {
  const params = { path: { name: row.name } };
  const takesKey = row.needs_key || row.key.variable !== "";
  return (
    <li className={`${css["item"]} stack box ink plain slim`}>
      <div className="row">
        <h3>{row.title}</h3>
        {!row.configured && <Chip tone="mid">{say("needs a key")}</Chip>}
        {row.in_use && <Chip>{say("in use")}</Chip>}
        {row.configured && <TestChip test={row.test} />}
        {row.docs !== "" && (
          <a href={row.docs} target="_blank" rel="noopener noreferrer">
            {say("its documentation")} <ExternalLink size={13} aria-hidden="true" />
          </a>
        )}
      </div>
      <p className="muted small measure">{keySentence(row)}</p>
      {row.configured && <Test row={row} />}
      {takesKey && (
        <Disclosure title={row.key.where === "kept" ? say("Change or forget the key") : say("Enter a key")}>
          <KeyField
            title={row.title}
            known={row.key}
            says={keySentence(row)}
            keep={async (key) => {
              kept(given(await client.PUT("/api/searchers/{name}", { params, body: { key } })).searchers);
            }}
            forget={async () => {
              kept(given(await client.PUT("/api/searchers/{name}", { params, body: { key: null } })).searchers);
            }}
          />
        </Disclosure>
      )}
    </li>
  );
}

function keySentence({ key, needs_key }: Row): string {
  if (key.where === "kept")
    return key.last === ""
      ? say("Its key is kept by Moot.")
      : say("Its key {last} is kept by Moot.", { last: key.last });
  if (key.where === "environment")
    return say("Its key is set, in the variable {variable} of the server’s environment.", { variable: key.variable });
  if (!needs_key) return say("It is free to ask and takes no key.");
  return key.variable === ""
    ? say("It has no key yet.")
    : say("It has no key yet: enter one here, or set {variable} in the server’s environment.", {
        variable: key.variable,
      });
}

function Test({ row }: { row: Row }) {
  const [words, type] = useState("rain");
  const params = { path: { name: row.name } };
  const body = { words: words.trim() };
  const {
    mutate,
    isPending: busy,
    error,
  } = useMutation({
    mutationFn: async () => given(await client.POST("/api/searchers/{name}/test", { params, body })),
    onSuccess: (tested) => {
      queries.setQueryData<Row[]>(["searchers"], (rows) =>
        rows?.map((each) => (each.name === tested.name ? tested : each)),
      );
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && body.words !== "") mutate();
      }}
    >
      <div role="status" aria-busy={busy}>
        {row.test !== null && <TestWords test={row.test} />}
      </div>
      <div className={`${css["fieldAndButton"]} at-start grid`}>
        <TextField label={say("Words to look up")} value={words} maxLength={200} error={refusal(error)} onText={type} />
        <Button
          type="submit"
          aria-label={
            busy ? say("Testing …: {title}", { title: row.title }) : say("Test now: {title}", { title: row.title })
          }
        >
          {busy ? say("Testing …") : say("Test now")}
        </Button>
      </div>
    </form>
  );
}
