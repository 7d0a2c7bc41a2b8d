// What is to be different this time? Named choices, each with what it keeps; its price stands below before anything is asked.
import { useId, useState } from "react";
import { Button } from "@/controls/Button";
import { Bone, Refusal } from "@/controls/Card";
import { Dialog } from "@/controls/Dialog";
import { useProtocols } from "@/hooks/queries";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { useAgainPrice, useOpening, useSessionState } from "./asking";
import { Details } from "./Details";
import { Price } from "./Price";
import { bodyOf, firstChosen, LACKING, SAYS, TITLES, waysOf, type Chosen, type Shown, type Way } from "./variations";
import css from "./again.module.css";

export default function AgainDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const state = useSessionState(id);
  const protocols = useProtocols();
  const problem = state.error === null ? null : problemFrom(state.error);
  return (
    <Dialog title={say("Ask again with …")} onClose={onClose}>
      {problem !== null ? (
        <Refusal problem={problem} />
      ) : state.data === undefined || protocols.isPending ? (
        <Bone height="18em" />
      ) : (
        <Form
          id={id}
          state={state.data}
          protocol={protocols.data?.protocols.find((row) => row.protocol === state.data.protocol)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface Given {
  id: string;
  state: Shown;
  /** Nothing where the protocol's package is gone. */
  protocol: Schemas["ProtocolRow"] | undefined;
  onClose: () => void;
}

function Form({ id, state, protocol, onClose }: Given) {
  const ways = waysOf(state, protocol?.takes_rubric === true, (protocol?.chairless ?? "") === "");
  const [way, choose] = useState<Way>(ways.includes("failed") ? "failed" : (ways[0] ?? "member"));
  const [chosen, change] = useState<Chosen>(() => firstChosen(state));
  const name = useId();
  const body = bodyOf(way, chosen, state);
  const price = useAgainPrice(id, body);
  const { busy, refused, refuse, open } = useOpening(id, onClose);
  const set = (changed: Partial<Chosen>): void => {
    refuse("");
    change((now) => ({ ...now, ...changed }));
  };
  const send = (): void => {
    if (body === null) refuse(LACKING[way]);
    else if (price.error === null) void open(body); // else why not is said where the price stands
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="muted small">
        {say("This session stays as it is. What is asked again becomes a session of its own.")}
      </p>
      <div role="radiogroup" aria-label={say("What is different")} className="stack tight">
        {ways.map((each) => (
          <div key={each} className={`${css["way"]} bordered rounded on-card`} data-chosen={each === way}>
            <label className="line at-start">
              <input
                type="radio"
                name={name}
                value={each}
                checked={each === way}
                onChange={() => {
                  refuse("");
                  choose(each);
                }}
              />
              <span>
                <strong>{TITLES[each]}</strong>
                <small>{SAYS[each]}</small>
              </span>
            </label>
            {each === way && (
              <div className={`${css["details"]} stack`}>
                <Details way={way} chosen={chosen} state={state} onChange={set} />
                <Price
                  row={price.row}
                  lacking={body === null ? LACKING[way] : ""}
                  busy={price.busy}
                  typed={way === "chair" ? chosen.chair : way === "member" ? chosen.model : ""}
                  onTake={
                    way === "chair" || way === "member"
                      ? (model) => {
                          set(way === "chair" ? { chair: model } : { model });
                        }
                      : undefined
                  }
                  problem={price.error === null ? null : problemFrom(price.error)}
                />
              </div>
            )}
          </div>
        ))}
      </div>
      {refused !== "" && <p role="alert">{refused}</p>}
      <div className={`${css["foot"]} row end on-raised`}>
        <Button onClick={onClose}>{say("Cancel")}</Button>
        <Button kind="primary" type="submit" disabled={busy}>
          {busy ? say("Opening …") : say("Ask again")}
        </Button>
      </div>
    </form>
  );
}
