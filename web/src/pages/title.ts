// What is this page called, in the tab and in the history? What it is about, and whose app it is.
import { useEffect } from "react";

const LONGEST = 80;

export function useTitle(about: string): void {
  useEffect(() => {
    const short = about.length > LONGEST ? `${about.slice(0, LONGEST - 1).trimEnd()}…` : about;
    document.title = short === "" ? "Moot" : `${short} · Moot`;
  }, [about]);
}
