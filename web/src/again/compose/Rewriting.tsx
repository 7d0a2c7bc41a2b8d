// Let one model write one text from the draft, for a price shown before.
import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { money } from "@/councils/words";
import { ModelField } from "../Details";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { EstimateRow } from "@/wire/types";
import { useWriting, useWritingPrice } from "./writing";

const UNREADY = say("Write or add something and name a model to see what it costs.");

export function Rewriting({ session, chair: first, draft }: { session: string; chair: string; draft: string }) {
  const [chair, choose] = useState(first);
  const [busy, work] = useState(false);
  const [refused, refuse] = useState("");
  const [, go] = useLocation();
  const price = useWritingPrice(session, draft, chair);
  const writeUp = useWriting(session);
  const problem = price.error === null ? null : problemFrom(price.error);
  const send = async (): Promise<void> => {
    if (!price.ready) refuse(UNREADY);
    if (!price.ready || busy || problem !== null) return; // why not stands above the button
    work(true);
    refuse("");
    try {
      go(`/s/${await writeUp(draft, chair)}`);
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      refuse(`${message} ${remedy}`.trim());
      work(false);
    }
  };
  return (
    <form
      className="stack items-start"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ModelField
        label={say("Model that writes it")}
        value={chair}
        help={say("One model makes one text of the draft, in a session of its own. Nobody judges it.")}
        onText={(model) => {
          refuse("");
          choose(model);
        }}
      />
      <p role="status" className="muted small">
        {problem === null && priceText(price.ready, price.row)}
      </p>
      {(problem !== null || refused !== "") && (
        <p role="alert" className="bad wrap">
          <Coded text={refused !== "" ? refused : `${problem?.message ?? ""} ${problem?.remedy ?? ""}`} />
        </p>
      )}
      <Button kind="primary" type="submit" disabled={busy}>
        {busy ? say("Opening …") : say("Write it from these")}
      </Button>
    </form>
  );
}

function priceText(ready: boolean, row: EstimateRow | undefined): string {
  if (!ready) return UNREADY;
  if (row === undefined) return say("Working out what it costs …");
  if (row.lacking !== "") return row.lacking;
  const { calls } = row;
  if (row.dollars === null) return say("{calls, plural, one {# call} other {# calls}}, price unknown", { calls });
  if (row.dollars === 0) return say("{calls, plural, one {# call} other {# calls}}, costs nothing", { calls });
  if (row.typical === null)
    return say("{calls, plural, one {# call} other {# calls}}, at most {most}", { calls, most: money(row.dollars) });
  return say("{calls, plural, one {# call} other {# calls}}, typically {typical}, at most {most}", {
    calls,
    typical: money(row.typical),
    most: money(row.dollars),
  });
}
