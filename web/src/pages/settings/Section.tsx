// How does a section begin? Its name, what it is about, what can be done; and its states before there is anything.
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Bone, Failed } from "@/controls/Card";
import { problemFrom } from "@/wire/client";
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

/** What is asked of the server: bones while it comes, words when it does not, else what is made of it. */
export function Asked<T>({
  of,
  children,
}: {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (of.error !== null)
    return (
      <Failed
        problem={problemFrom(of.error)}
        again={() => {
          of.refetch();
        }}
      />
    );
  return (
    <div className={css["bones"]} aria-busy="true">
      <Bone height="72px" />
      <Bone height="72px" />
      <Bone height="72px" />
    </div>
  );
}
