// How does a section begin? Its name, what it is about, what can be done.
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

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
    <header className="stack muted">
      {back !== undefined && (
        <Link href={back.href} className="tap self-start plain">
          <ChevronLeft size={15} aria-hidden="true" /> {back.title}
        </Link>
      )}
      <div className="row spread">
        <h2>{title}</h2>
        {does !== undefined && <div className="row">{does}</div>}
      </div>
      {children !== undefined && <div>{children}</div>}
    </header>
  );
}
