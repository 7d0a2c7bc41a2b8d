// How is a link drawn whose address somebody else wrote? It says where it leads; one that may lead nowhere is words.
import type { ReactNode } from "react";
import { whereTo } from "./hostile";

export function Leading({ href, children }: { href: unknown; children?: ReactNode }) {
  const url = whereTo(href);
  if (url === null) return <span>{children}</span>;
  const host = url.protocol === "mailto:" ? url.pathname : url.host;
  return (
    <a className="link" href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={host}>
      {children}
    </a>
  );
}
