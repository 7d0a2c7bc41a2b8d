// How do the members stand towards each other? Lines between those who agree and those who do not.
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
import type { Layout } from "./places";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./lines.module.css";

interface Given {
  layout: Layout;
  chosen: string;
  onChoose: (bond: string) => void;
}

export const Lines = memo(function Lines({ layout, chosen, onChoose }: Given) {
  const bonds = useMoment(bondsShown);
  const looks = useArenaLooks();
  const { width, height } = layout.size;
  const paths = useMemo(() => bonds.map((bond) => ({ bond, ...pathOf(bond, layout) })), [bonds, layout]);
  const open = paths.find(({ bond }) => bond.id === chosen);
  const many = bonds.length > 16;
  return (
    <>
      <svg className={`${css["lines"]} absolute no-touch`} width={width} height={height} aria-hidden="true">
        {paths.map(({ bond, d }) => (
          <g
            key={bond.id}
            data-bond={bond.id}
            data-kind={bond.kind}
            data-faint={many && !bond.mutual}
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
              className={`${css["knot"]} middle good absolute circle`}
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
          className={`${css["why"]} stack tight float scroll absolute`}
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
