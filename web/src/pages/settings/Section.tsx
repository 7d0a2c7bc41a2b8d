// How does a section begin? Its name, what it is about, what can be done.
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import css from "./settings.module.css";

export function SectionHead({
  title,
  children,
  does,
  back,
}: {
  title: ReactNode;
  children?: ReactNode;
  does?: ReactNode;
  /** The address of the list this is one of, and its name. */
  back?: { href: string; title: string };
}) {
  return (
    <header className={css["head"]}>
      {back !== undefined && (
        <Link href={back.href} className={css["backTo"]}>
          <ChevronLeft size={15} aria-hidden="true" /> {back.title}
        </Link>
      )}
      <div className={css["headRow"]}>
        <h2>{title}</h2>
        {does !== undefined && <div className={css["does"]}>{does}</div>}
      </div>
      {children !== undefined && <div>{children}</div>}
    </header>
  );
}
