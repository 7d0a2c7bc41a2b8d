// Where does a price that is told come from, and whose is not known? Said alike wherever something is priced.
import type { ReactNode } from "react";
import { Coded } from "@/controls/Coded";
import { listed, say } from "@/language/say";

interface Given {
  row: { typical: number | null; basis: string; unknown: string[] };
  className?: string | undefined;
  /** What is to be said of the prices nobody knows besides. */
  children?: ReactNode;
}

export function PriceBasis({ row: { typical, basis, unknown }, className, children }: Given) {
  return (
    <>
      {basis !== "" && typical !== null && typical > 0 && (
        <p className={className}>
          <Coded text={say("The price is an estimate, {basis}; it cannot go over the limit.", { basis })} />
        </p>
      )}
      {unknown.length > 0 && (
        <p className={className}>
          {say("Nobody knows a price for {models}.", { models: listed(unknown) })} {children}
        </p>
      )}
    </>
  );
}
