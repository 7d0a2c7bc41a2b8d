// What stands where something will be? Its outline, and a line that says what is awaited.
import { Bone } from "@/controls/Card";
import css from "./council.module.css";

export function Skeletons({ words, cards = 2 }: { words: string; cards?: number }) {
  return (
    <div className={`${css["grid"]} at-start grid`}>
      <p className="muted across">{words}</p>
      {Array.from({ length: cards }, (_, at) => (
        <div key={at} className={`${css["pane"]} box slim`} aria-hidden="true">
          <Bone width="40%" height="1.4em" />
          <div className="stack">
            <Bone width="92%" />
            <Bone width="81%" />
            <Bone width="64%" />
          </div>
        </div>
      ))}
    </div>
  );
}
