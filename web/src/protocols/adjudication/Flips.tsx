// Who changed its position, and on whose word? In the adjudicator's words: an answer's first line is no position. A change
// that cites nothing is marked.
import type { ReactNode } from "react";
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { Say, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import css from "@/views/verdict/verdict.module.css";

type Flip = FindingOf<"flips">["flips"][number];

export function Flips({ flips, looks }: { flips: FindingOf<"flips">; looks: Looks }) {
  if (flips.flips.length === 0) return null;
  return (
    <ul className={css["flips"]}>
      {flips.flips.map((flip) => (
        <li key={flip.seat}>
          <Face look={lookOf(looks, flip.seat)} size={24} />
          <Moved flip={flip} looks={looks} />
        </li>
      ))}
    </ul>
  );
}

function Moved({ flip, looks }: { flip: Flip; looks: Looks }) {
  const name = lookOf(looks, flip.seat).name;
  const told = { values: { name }, tags: { b: (words: ReactNode) => <b>{words}</b> } };
  if (flip.change === "none")
    return (
      <p>
        <Say text="<b>{name}</b> kept its position." {...told} />
      </p>
    );
  if (flip.change === "untested")
    return (
      <p>
        <Say text="<b>{name}</b>: whether it holds its position was not tested." {...told} />
      </p>
    );
  if (flip.change === "unread")
    return (
      <p>
        <Say text="<b>{name}</b>: whether it changed its position could not be read." {...told} />
      </p>
    );
  return (
    <div>
      <p>
        {flip.source != null
          ? say("{name} moved, citing {source}", { name, source: lookOf(looks, flip.source).name })
          : say("{name} moved, citing nobody", { name })}{" "}
        {flip.change === "uncited" && <Chip tone="bad">{say("uncited")}</Chip>}
        {flip.change === "cited" && (
          <Chip tone={flip.verified ? "good" : "mid"}>{flip.verified ? say("cited") : say("cited, not found")}</Chip>
        )}
      </p>
      {flip.reason !== "" && <p lang="">{flip.reason}</p>}
      {flip.words !== "" && (
        <q className={css["quiet"]} lang="">
          {flip.words}
        </q>
      )}
      {flip.flag !== "" && <p className={css["quiet"]}>{flip.flag}</p>}
    </div>
  );
}
