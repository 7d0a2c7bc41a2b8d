// How is a formula shown? As it was written until it is drawn, and where it cannot be drawn.
import { memo, useEffect, useState, type ReactNode } from "react";
import { say } from "@/language/say";
import css from "./maths.module.css";

interface Given {
  tex: string;
  block: boolean;
  /** What stands there until it is drawn. */
  written: string;
}

type Drawing = typeof import("./draw");
let drawing: Drawing | undefined;

export const Formula = memo(function Formula({ tex, block, written }: Given) {
  const [came, setCame] = useState(drawing !== undefined);
  useEffect(() => {
    if (came) return;
    let over = false;
    void import("./draw").then(
      (loaded) => {
        drawing = loaded;
        if (!over) setCame(true);
      },
      () => undefined, // what draws did not come: the formula stays as it was written
    );
    return () => {
      over = true;
    };
  }, [came]);
  const drawn: ReactNode = drawing?.drawn(tex, block) ?? null;
  if (drawn === null) return <code className={block ? "block pre" : undefined}>{written}</code>;
  return block ? (
    // A wide formula scrolls by itself, by keyboard too.
    <span className={`${css["block"]} block here text-centre`} role="group" aria-label={say("Formula")} tabIndex={0}>
      {drawn}
    </span>
  ) : (
    <span className={`${css["inline"]} wrap`}>{drawn}</span>
  );
});
