// How is an answer of one's own made from two sessions? Points are picked, edited, taken along, or written anew by a chair.
import { useState } from "react";
import { Download, Plus } from "lucide-react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Card } from "@/controls/Card";
import { CopyButton } from "@/controls/CopyButton";
import { TextArea } from "@/controls/Field";
import { money } from "@/councils/words";
import { ModelField } from "@/again/Details";
import { say } from "@/language/say";
import { save } from "@/share/files";
import { problemFrom } from "@/wire/client";
import type { EstimateRow } from "@/wire/types";
import type { SideBySide } from "../comparison";
import { isIn, sourcesOf, withPoint, type Source } from "./points";
import { useMergeDraft, useWriting, useWritingPrice } from "./writing";
import css from "./merge.module.css";

const UNREADY = say("Pick a point and name a model to see what it costs.");
const SIDES = { first: say("first session"), second: say("second session"), both: say("the same in both") };

export function Merge({ found }: { found: SideBySide }) {
  const [draft, write] = useMergeDraft(found.a, found.b);
  const sources = sourcesOf(found);
  return (
    <Card title={say("Your own answer")}>
      <div className={css["merge"]}>
        <p className={css["quiet"]}>
          {say("Pick what you want to keep, and edit it. Nothing is asked, and the draft stays in this browser.")}
        </p>
        <div className={css["columns"]}>
          <div className={css["sources"]}>
            {sources.length === 0 && (
              <p className={css["quiet"]}>{say("Neither session has an answer to pick from.")}</p>
            )}
            {sources.map((source) => (
              <Points
                key={source.id}
                source={source}
                draft={draft}
                onAdd={(point) => {
                  write(withPoint(draft, point));
                }}
              />
            ))}
          </div>
          <div className={css["draft"]}>
            <TextArea label={say("Draft")} rows={14} value={draft} onText={write} />
            {draft !== "" && (
              <div className={css["ways"]}>
                <CopyButton text={draft} kind="plain">
                  {say("Copy")}
                </CopyButton>
                <Button
                  onClick={() => {
                    save("answer.md", new Blob([draft], { type: "text/markdown" }));
                  }}
                >
                  <Download size={15} aria-hidden="true" /> {say("Download")}
                </Button>
                <Button
                  kind="quiet"
                  onClick={() => {
                    write("");
                  }}
                >
                  {say("Clear")}
                </Button>
              </div>
            )}
            <Writing session={found.b} chair={found.sides.b.chair} draft={draft} />
          </div>
        </div>
      </div>
    </Card>
  );
}

function Points({ source, draft, onAdd }: { source: Source; draft: string; onAdd: (point: string) => void }) {
  const name = `${source.name}, ${SIDES[source.side]}`;
  return (
    <details>
      <summary>
        <strong>{source.name}</strong> <small>{SIDES[source.side]}</small>
      </summary>
      <ul aria-label={name}>
        {source.points.map((point, at) => {
          return (
            <li key={`${String(at)}${point.slice(0, 40)}`}>
              <p lang="">{point}</p>
              {isIn(draft, point) ? (
                <small>{say("Added")}</small>
              ) : (
                <Button
                  kind="quiet"
                  aria-label={say("Add point {number}", { number: at + 1 })}
                  onClick={() => {
                    onAdd(point);
                  }}
                >
                  <Plus size={14} aria-hidden="true" /> {say("Add")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Writing({ session, chair: first, draft }: { session: string; chair: string; draft: string }) {
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
      className={css["writing"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ModelField
        label={say("Let a chair write it again")}
        value={chair}
        help={say("One model makes one text of the draft, in a session of its own. Nobody judges it.")}
        onText={(model) => {
          refuse("");
          choose(model);
        }}
      />
      <p role="status" className={css["quiet"]}>
        {problem === null && priceText(price.ready, price.row)}
      </p>
      {(problem !== null || refused !== "") && (
        <p role="alert" className={css["refused"]}>
          {refused !== "" ? refused : `${problem?.message ?? ""} ${problem?.remedy ?? ""}`}
        </p>
      )}
      <Button kind="primary" type="submit" disabled={busy}>
        {busy ? say("Opening …") : say("Write it again")}
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
