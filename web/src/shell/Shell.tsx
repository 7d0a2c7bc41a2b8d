// What surrounds every page? The rail with what can be opened, and the page beside it.
import type { ReactNode } from "react";
import { Rail } from "./Rail";
import css from "./shell.module.css";

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={css["shell"]}>
      <a className={css["skip"]} href="#main">
        Skip to the page
      </a>
      <Rail />
      <main id="main" className={css["main"]} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
