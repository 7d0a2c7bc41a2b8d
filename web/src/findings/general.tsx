// How does a ballot or a finding look that nobody drew, of a protocol from another package? By its members, as they
// were recorded, with the seats in them named.
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { Details } from "./parts";

const LONGEST = 2000;

export function General({ of }: { of: unknown }) {
  const looks = useLooks();
  const named = (word: string): string => (looks.has(word) ? lookOf(looks, word).name : word);
  const said = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "string") return named(value);
    if (Array.isArray(value)) return value.length === 0 ? say("none") : value.map(said).join("; ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([name, one]) => `${named(name)}: ${said(one)}`)
        .join(", ");
    return String(value as number | boolean);
  };
  const members = Object.entries(of as Record<string, unknown>).filter(([name]) => name !== "type");
  const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
  return <Details of={Object.fromEntries(members.map(([name, value]) => [name, cut(said(value))]))} />;
}
