// How do the members stand towards each other? Brass lines of the room, and over them who agrees and who does not.
//
// The lines are drawn; the same is said in a list for those who do not see them, and each knot is a button that says why.
import { Check, CornerUpRight, MoveUpRight, X } from "lucide-react";
import { memo, useMemo } from "react";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Bond } from "../brought";
import { bondsShown, sentenceOfBond } from "../moment/bonds";
import { pathOf } from "./curves";
import { cornersOf } from "./ring";
import type { Layout } from "./places";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./lines.module.css";

interface Given {
  layout: Layout;
  flanked: boolean;
  chosen: string;
  onChoose: (bond: string) => void;
}

export const Lines = memo(function Lines({ layout, flanked, chosen, onChoose }: Given) {
  const bonds = useMoment(bondsShown);
  const looks = useArenaLooks();
  const { width, height } = layout.size;
  const paths = useMemo(() => bonds.map((bond) => ({ bond, ...pathOf(bond, layout) })), [bonds, layout]);
  const open = paths.find(({ bond }) => bond.id === chosen);
  const many = bonds.length > 16;
  return (
    <>
      <svg className={css["lines"]} width={width} height={height} aria-hidden="true">
        {!flanked && layout.of > 2 && <Room layout={layout} />}
        {paths.map(({ bond, d }) => (
          <g
            key={bond.id}
            data-bond={bond.id}
            data-kind={bond.kind}
            data-faint={many && !bond.mutual}
            data-mutual={bond.mutual}
            data-chosen={bond.id === chosen}
          >
            <path
              className={css["line"]}
              d={d}
              pathLength={bond.kind === "agree" || bond.kind === "moved" ? 1 : undefined}
            />
            <path
              className={css["reach"]}
              d={d}
              onClick={() => {
                onChoose(bond.id === chosen ? "" : bond.id);
              }}
            />
          </g>
        ))}
      </svg>
      {bonds.length > 0 && (
        <ul className="unseen">
          {bonds.map((bond) => (
            <li key={bond.id}>{sentenceOfBond(bond, looks)}</li>
          ))}
        </ul>
      )}
      {paths.map(
        ({ bond, knot }) =>
          (!many || bond.mutual) && (
            <button
              key={bond.id}
              type="button"
              data-small
              className={css["knot"]}
              data-kind={bond.kind}
              style={{
                translate: `${String(Math.round(knot.x))}px ${String(Math.round(knot.y))}px`,
              }}
              aria-label={say("{sentence}: why", { sentence: sentenceOfBond(bond, looks) })}
              aria-expanded={bond.id === chosen}
              onClick={() => {
                onChoose(bond.id === chosen ? "" : bond.id);
              }}
            >
              <Sign kind={bond.kind} />
            </button>
          ),
      )}
      {open !== undefined && (
        <div
          className={css["why"]}
          role="status"
          style={{
            left: Math.min(Math.max(12, open.knot.x - 150), width - 312),
            top: Math.min(open.knot.y + 20, height - 170),
          }}
        >
          <b>{sentenceOfBond(open.bond, looks)}</b>
          {open.bond.reasons.map(({ by, why }) => (
            <p key={by}>
              <span>{lookOf(looks, by).name}</span> {why}
            </p>
          ))}
        </div>
      )}
    </>
  );
});

function Sign({ kind }: { kind: Bond["kind"] }) {
  if (kind === "agree") return <Check size={12} strokeWidth={3} />;
  if (kind === "disagree") return <X size={12} strokeWidth={3} />;
  return kind === "charge" ? <MoveUpRight size={12} strokeWidth={3} /> : <CornerUpRight size={12} strokeWidth={3} />;
}

/** Polygons within polygons; the one the seats stand at is brass. */
function Room({ layout }: { layout: Layout }) {
  const { of } = layout;
  const points = (times: number): string =>
    cornersOf(layout.ring, of, times)
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(" ");
  const spokes = cornersOf(layout.ring, of, 1.32);
  return (
    <g className={css["room"]}>
      {[1.32, 0.62].map((times) => (
        <polygon key={times} points={points(times)} />
      ))}
      {spokes.map(({ x, y }, index) => (
        <line key={index} x1={layout.ring.x} y1={layout.ring.y} x2={x} y2={y} className={css["spoke"]} />
      ))}
      <polygon points={points(0.3)} className={css["brass"]} />
      <polygon points={points(1)} className={css["brass"]} />
    </g>
  );
}
