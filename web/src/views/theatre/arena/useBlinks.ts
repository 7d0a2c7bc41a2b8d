// When does a face blink? Now and then one of them, while the session moves; a class that one timer sets and takes away.
import { useEffect, type RefObject } from "react";
import { BLINKING } from "@/faces/Face";
import { motionNow } from "@/hooks/preferences";
import { useTransport } from "@/hooks/session";

const EVERY = 1300;
const SHUT = 170;

export function useBlinks(place: RefObject<HTMLElement | null>): void {
  const moves = useTransport(({ playing, atHead, ended }) => playing || (atHead && !ended));
  useEffect(() => {
    if (!moves) return;
    let shut = 0;
    const timer = setInterval(() => {
      if (document.hidden || motionNow() !== "full") return;
      const faces = place.current?.querySelectorAll("[data-face]") ?? [];
      const face = faces[Math.floor(Math.random() * faces.length)];
      face?.classList.add(BLINKING);
      shut = window.setTimeout(() => face?.classList.remove(BLINKING), SHUT);
    }, EVERY);
    return () => {
      clearInterval(timer);
      clearTimeout(shut);
      for (const face of document.querySelectorAll(`.${BLINKING}`)) face.classList.remove(BLINKING);
    };
  }, [moves, place]);
}
