// Who changed its position, and on whose word? In the adjudicator's words: an answer's first line is no position. A change
// that cites nothing is marked.
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import css from "@/views/verdict/verdict.module.css";

type Flip = FindingOf<"flips">["flips"][number];

export function Flips(given: { flips: FindingOf<"flips">; looks: Looks; movedOnly?: boolean }) {
  const { flips, looks, movedOnly = false } = given;
  const shown = flips.flips.filter((flip) => !movedOnly || flip.change === "cited" || flip.change === "uncited");
  if (shown.length === 0) return movedOnly ? <p className={css["firm"]}>{heldWords(flips)}</p> : null;
  return (
    <ul className={css["flips"]}>
      {shown.map((flip) => (
        <li key={flip.seat}>
          <Face look={lookOf(looks, flip.seat)} size={24} />
          <Moved flip={flip} looks={looks} />
        </li>
      ))}
    </ul>
  );
}

function Moved({ flip, looks }: { flip: Flip; looks: Looks }) {
  const name = <b>{lookOf(looks, flip.seat).name}</b>;
  if (flip.change === "none") return <p>{name} kept its position.</p>;
  if (flip.change === "untested") return <p>{name}: whether it holds its position was not tested.</p>;
  if (flip.change === "unread") return <p>{name}: whether it changed its position could not be read.</p>;
  return (
    <div>
      <p>
        {name} moved, {flip.source != null ? <>citing {lookOf(looks, flip.source).name}</> : "citing nobody"}{" "}
        {flip.change === "uncited" && <Chip tone="bad">uncited</Chip>}
        {flip.change === "cited" && (
          <Chip tone={flip.verified ? "good" : "mid"}>{flip.verified ? "cited" : "cited, not found"}</Chip>
        )}
      </p>
      {flip.reason !== "" && <p>{flip.reason}</p>}
      {flip.words !== "" && <q className={css["quiet"]}>{flip.words}</q>}
      {flip.flag !== "" && <p className={css["quiet"]}>{flip.flag}</p>}
    </div>
  );
}

/** Where nobody is known to have moved: what was not tested or not read is not told as held. */
function heldWords({ flips }: FindingOf<"flips">): string {
  const held = flips.filter((flip) => flip.change === "none").length;
  if (held === flips.length) return "Nobody changed position under rebuttal.";
  const unknown = "whether it changed was not tested, or could not be read";
  if (held === 0) return `Of nobody is it known whether it changed position: ${unknown}.`;
  return `${String(held)} of ${String(flips.length)} kept their position; of the others ${unknown}.`;
}
