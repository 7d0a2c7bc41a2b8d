// Whose models are these? A small monogram for each maker; its name stands beside it or is read aloud.
import type { CSSProperties } from "react";
import { makerOf, makersOf, type Maker } from "./makers";
import css from "./councils.module.css";

function Mark({ maker, size }: { maker: Maker; size: number }) {
  const style = {
    width: size,
    height: size,
    "--hue": maker.hue ?? 0,
    "--mark": `${String(size)}px`,
  } as CSSProperties;
  return (
    <span className={css["mark"]} style={style} data-plain={maker.hue === null || undefined} aria-hidden="true">
      {maker.letters.slice(0, 2)}
    </span>
  );
}

export const MakerMark = ({ model, size = 20 }: { model: string; size?: number }) => (
  <Mark maker={makerOf(model)} size={size} />
);

/** The makers of a council's models, each once. */
export function MakerMarks({
  models,
  size = 22,
  most = 6,
}: {
  models: readonly string[];
  size?: number;
  most?: number;
}) {
  const makers = makersOf(models);
  return (
    <ul className="row">
      {makers.slice(0, most).map((maker) => (
        <li key={maker.name} title={maker.name}>
          <Mark maker={maker} size={size} />
          <span className="unseen">{maker.name}</span>
        </li>
      ))}
      {makers.length > most && <li className="muted small">+{String(makers.length - most)}</li>}
    </ul>
  );
}
