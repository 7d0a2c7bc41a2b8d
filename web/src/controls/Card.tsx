// What stands in a frame of its own? Cards, chips, and what is said where there is nothing, not yet, or no longer.
import type { ReactNode } from "react";
import { say } from "@/language/say";
import type { Problem } from "@/wire/types";
import { Button } from "./Button";
import { Coded } from "./Coded";
import css from "./controls.module.css";

export function Card(given: { title?: string; children: ReactNode; className?: string | undefined; id?: string }) {
  return (
    <section className={`box slim ${given.className ?? ""}`} id={given.id}>
      {given.title !== undefined && <h2 className="caps below">{given.title}</h2>}
      {given.children}
    </section>
  );
}

/** Gold is for what is pressed next: a chip of that tone is plain. */
export type Tone = "plain" | "gold" | "good" | "mid" | "bad";

export function Chip({ tone = "plain", children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      className={`inline pill small nowrap ${tone === "plain" || tone === "gold" ? "" : `${tone} ${css["tinted"] ?? ""}`}`}
      title={title}
    >
      {children}
    </span>
  );
}

/** Nothing is here yet: why, and what to do about it. `whole` where it is the whole page. */
export function Empty({ title, children, whole = false }: { title: string; children?: ReactNode; whole?: boolean }) {
  return (
    <div className={`${css["told"]} stack measure items-start ${css["centred"]}`}>
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}

interface FailedGiven {
  problem: Problem;
  again?: (() => void) | undefined;
  whole?: boolean;
}

/** It went wrong: what happened, what is kept, what to do. `whole` where it is the whole page. */
export function Failed({ problem, again, whole = false }: FailedGiven) {
  const headline = <Coded text={problem.message} />;
  return (
    <div role="alert" className={`${css["told"]} stack measure items-start ${css["centred"]}`}>
      {whole ? <h1>{headline}</h1> : <h2>{headline}</h2>}
      {problem.remedy !== "" && (
        <p>
          <Coded text={problem.remedy} />
        </p>
      )}
      {again !== undefined && <Button onClick={again}>{say("Try again")}</Button>}
    </div>
  );
}

/** The server said no: what happened, and what to do. Nothing while there is no problem. */
export function Refusal({ problem }: { problem: Problem | null }) {
  return (
    problem !== null && (
      <p role="alert" className="bad">
        <Coded text={`${problem.message} ${problem.remedy}`} />
      </p>
    )
  );
}

/** A place that is being filled. */
export function Bone({ width = "100%", height = "1em" }: { width?: string; height?: string }) {
  return <span aria-hidden="true" className={`${css["bone"]} block rounded-s`} style={{ width, height }} />;
}
