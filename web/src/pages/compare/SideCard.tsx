// Which session stands on this side? What it was asked, how it ended, what it cost; and how another takes its place.
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Dialog } from "@/controls/Dialog";
import { lasting, money, short, titled } from "@/councils/words";
import { shortOf } from "@/councils/roster";
import { stateWords } from "@/hooks/sessions";
import { say } from "@/language/say";
import type { Side } from "./comparison";
import { PickSession } from "./PickSession";
import css from "./compare.module.css";

interface Given {
  side: Side;
  place: "first" | "second";
  /** The session on the other side. */
  other: string;
  /** Whether its question is told here. */
  asks: boolean;
  /** In which ways it is less than a full result, in the reader's words. */
  lacks: readonly string[];
}

/** What its calls came to: what is known, and the bound of what is not. */
function priceText({ dollars, at_most: more, cost_known: known }: Side): string {
  if (!known) return dollars > 0 ? say("at least {paid}", { paid: money(dollars) }) : say("price unknown");
  if (more > 0)
    return dollars > 0
      ? say("{paid}, at most {more} may still be billed", { paid: money(dollars), more: money(more) })
      : say("at most {most}", { most: money(more) });
  return dollars > 0 ? money(dollars) : say("no cost");
}

export function SideCard({ side, place, other, asks, lacks }: Given) {
  const [choosing, choose] = useState(false);
  const [, go] = useLocation();
  const [state, whole] = [stateWords(side.outcome), lacks.length === 0];
  return (
    <section className="stack box wrap" aria-label={place === "first" ? say("First session") : say("Second session")}>
      <header>
        <h2>{place === "first" ? say("First") : say("Second")}</h2>
        <Chip tone={side.outcome === "verdict" && whole ? "good" : "mid"}>
          {whole ? state : say("{state}, degraded", { state })}
        </Chip>
        {side.scripted && <Chip tone="mid">{say("Demo")}</Chip>}
      </header>
      {asks && (
        <p className={`${css["question"]} scroll wrap pre`} lang="">
          {side.question}
        </p>
      )}
      <p>
        {titled(side.protocol)}{" "}
        {side.chair !== "" && (
          <span className="muted small">{say("chair {model}", { model: shortOf(side.chair) })}</span>
        )}
      </p>
      <p className="row">
        <span>{priceText(side)}</span>
        <span>{lasting(side.seconds)}</span>
        <span>{say("{calls, plural, one {# call} other {# calls}}", { calls: side.calls })}</span>
        <span>{say("{tokens} tokens", { tokens: short(side.tokens) })}</span>
      </p>
      {side.fork_of !== "" && (
        <p className="muted small">{say("These figures leave out what was kept from the session it goes back to.")}</p>
      )}
      {lacks.map((line) => (
        <p key={line} className="mid small">
          <Coded text={line} />
        </p>
      ))}
      <div className="row">
        <Link href={`/s/${side.session}`}>{say("Open this session")}</Link>
        <Button
          kind="quiet"
          onClick={() => {
            choose(true);
          }}
        >
          {say("Choose another")}
        </Button>
      </div>
      {choosing && (
        <Dialog
          title={place === "first" ? say("Which session is the first?") : say("Which session is it compared with?")}
          onClose={() => {
            choose(false);
          }}
        >
          <PickSession
            other={other}
            onPick={(session) => {
              choose(false);
              go(place === "first" ? `/compare/${session}/${other}` : `/compare/${other}/${session}`);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
