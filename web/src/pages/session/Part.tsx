// A part of a view that an address can lead to; it is scrolled to once it is there.
import { useEffect, useRef, type ReactNode } from "react";
import { useSteering } from "@/hooks/steering";

export function Part({ name, children }: { name: string; children: ReactNode }) {
  const { part } = useSteering();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (part === name) place.current?.scrollIntoView();
  }, [part, name]);
  return (
    <section ref={place} data-part={name}>
      {children}
    </section>
  );
}
