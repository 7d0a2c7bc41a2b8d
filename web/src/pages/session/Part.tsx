// Which part of a view does the address lead to? It is scrolled to once it is there; what lies below is drawn when it comes
// near.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useSearch } from "wouter";
import { useSteering } from "@/hooks/steering";
import css from "./session.module.css";

export function Part({ name, children }: { name: string; children: ReactNode }) {
  const { part } = useSteering();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (part === name) place.current?.scrollIntoView();
  }, [part, name]);
  return (
    <section ref={place} className={css["part"]} data-part={name}>
      {children}
    </section>
  );
}

/** Whether a part has come near what is seen, or the address leads into it; then it stays. */
export function useNear<E extends Element>(name: string): { near: boolean; place: RefObject<E | null> } {
  const { part } = useSteering();
  const picked = new URLSearchParams(useSearch()).has("tab");
  const place = useRef<E>(null);
  const [seen, see] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const { current } = place;
    if (current === null || seen) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) see(true);
    });
    watcher.observe(current);
    return () => {
      watcher.disconnect();
    };
  }, [seen]);
  return { near: seen || part === name || picked, place };
}
