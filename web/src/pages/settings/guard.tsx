// What if one leaves with something unsaved? Links and the closing of the page ask first; what is written stays.
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Confirm } from "@/controls/Confirm";

/** While `dirty`, links of the app ask before they lead away. What it gives belongs into the page. */
export function useGuard(dirty: boolean): ReactNode {
  const [wanted, want] = useState<string | null>(null);
  const [, go] = useLocation();
  useEffect(() => {
    if (!dirty) return;
    const close = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    const click = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || link.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download"))
        return;
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      want(link.pathname + link.search);
    };
    addEventListener("beforeunload", close);
    document.addEventListener("click", click, true);
    return () => {
      removeEventListener("beforeunload", close);
      document.removeEventListener("click", click, true);
    };
  }, [dirty]);
  if (wanted === null) return null;
  return (
    <Confirm
      title="Leave without saving?"
      does="Leave"
      onConfirm={() => {
        go(wanted);
      }}
      onClose={() => {
        want(null);
      }}
    >
      What you changed here is not kept yet. Cancel to go on with it.
    </Confirm>
  );
}
