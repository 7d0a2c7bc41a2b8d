// One page of tabs for what was learnt over many sessions: usage, boards, voters, studies.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { say } from "@/language/say";
import css from "./figures.module.css";

const TABS = [
  ["/usage", say("Usage")],
  ["/analytics", say("Boards")],
  ["/upkeep", say("Voters")],
  ["/studies", say("Studies")],
] as const;

export function Insights({ children }: { children: ReactNode }) {
  const [place] = useLocation();
  return (
    <>
      <nav className={`${css["tabs"]} scroll flex auto-x`} aria-label={say("Insights")}>
        {TABS.map(([address, title]) => (
          <Link key={address} href={address} aria-current={place.startsWith(address) ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
