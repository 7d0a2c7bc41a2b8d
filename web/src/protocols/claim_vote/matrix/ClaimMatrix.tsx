// How did the members vote on every claim? One table: claims by members, with what the tally made of them.
import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { lookOf, type Looks } from "@/playback/looks";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { KINDS } from "../voting";
import { say } from "@/language/say";
import { ClaimRows } from "./ClaimRows";
import { ORDERS, ordered, summaryOf, type Claim, type ClaimGrid, type Order } from "./votes";
import ours from "./claims.module.css";

export function ClaimMatrix({ grid, looks }: { grid: ClaimGrid; looks: Looks }) {
  const [order, setOrder] = useState<Order>("extracted");
  const [kind, setKind] = useState<Claim["kind"] | "">("");
  const [opened, open] = useOpened();
  const rows = ordered(grid.rows, useDeferredValue(order), kind);
  const kinds = (Object.keys(KINDS) as Claim["kind"][]).filter((each) =>
    grid.rows.some((row) => row.claim.kind === each),
  );

  return (
    <div className={ours["frame"]}>
      <p className="title measure">{summaryOf(grid)}</p>
      <div className="row muted small above below">
        <Choice label={say("Order")} value={order} choices={ORDERS} onChoose={setOrder} />
        <Choice
          label={say("Kind")}
          value={kind}
          choices={{ "": say("All kinds"), ...Object.fromEntries(kinds.map((each) => [each, KINDS[each]])) }}
          onChoose={(chosen) => {
            setKind(chosen as Claim["kind"] | "");
          }}
        />
      </div>
      <div className={`${ours["scroll"]} scroll`} role="region" aria-label={say("Votes on every claim")} tabIndex={0}>
        <table className={ours["table"]} aria-label={say("Votes on every claim")}>
          <thead>
            <tr>
              <th scope="col" className={ours["claim"]}>
                {say("Claim")}
              </th>
              {grid.voters.map((seat) => {
                const look = lookOf(looks, seat);
                return (
                  <th key={seat} scope="col" title={look.name}>
                    <span className="unseen">{look.name}</span>
                    <span className={`${ours["head"]} grid gap-small items-centre`} aria-hidden="true">
                      <Face look={look} size={26} />
                      <span className={`${ours["short"]} clamp wrap text-centre ink`}>
                        <Called name={look.short} />
                      </span>
                    </span>
                  </th>
                );
              })}
              <th scope="col" title={say("Mean of the votes, −2 to +2, and their standard deviation")}>
                {say("mean")}
              </th>
              <th scope="col">{say("tier")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ClaimRows
                key={row.claim.id}
                row={row}
                grid={grid}
                looks={looks}
                opened={opened === row.number}
                onOpen={open}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className="muted light">{say("There is no claim of this kind.")}</p>}
      <p className="muted light">
        {grid.tiers === null
          ? say("Votes are shown as they come in; a tier is given once all are counted.")
          : say("Choose a claim to read every reason. The bar in a vote is the voter's confidence.")}
      </p>
      <Left grid={grid} looks={looks} />
    </div>
  );
}

function Choice<T extends string>(given: {
  label: string;
  value: T;
  choices: Record<string, string>;
  onChoose: (value: T) => void;
}) {
  return (
    <label className="tap">
      {given.label}
      <select
        value={given.value}
        onChange={(event) => {
          given.onChoose(event.target.value as T);
        }}
      >
        {Object.entries(given.choices).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The claim whose reasons are open, kept in the address as `?claim=7`. */
function useOpened(): [number | null, (number: number | null) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get("claim") ?? "");
  const first = useRef(true);
  useEffect(() => {
    if (!first.current || asked < 1) return;
    first.current = false;
    document.getElementById(`claim-${String(asked)}`)?.scrollIntoView({ block: "center" });
  }, [asked]);
  // A new function with each render would draw every row anew.
  const open = useCallback(
    (number: number | null): void => {
      first.current = false;
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (number === null) next.delete("claim");
          else next.set("claim", String(number));
          return next;
        },
        { replace: true },
      );
    },
    [setSearch],
  );
  return [asked >= 1 ? asked : null, open];
}

/** What the extractor wrote that was not put to the vote as it stood. */
function Left({ grid, looks }: { grid: ClaimGrid; looks: Looks }) {
  const { dropped, merged, unclaimed, shortfalls } = grid.list;
  if (dropped.length + merged.length + unclaimed.length + shortfalls.length === 0) return null;
  return (
    <details className="muted above">
      <summary>{say("Not put to the vote")}</summary>
      <ul>
        {[...dropped, ...merged].map((each) => (
          <li key={each.text + each.reason}>
            <q lang="">{each.text}</q> <span lang="">{each.reason}</span>
          </li>
        ))}
        {unclaimed.map((seat) => (
          <li key={seat}>
            {say("No claim was drawn from the opinion of {name}.", { name: lookOf(looks, seat).name })}
          </li>
        ))}
        {shortfalls.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  );
}
