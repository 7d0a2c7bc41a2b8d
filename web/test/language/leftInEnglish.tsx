// What of a session stands in English on a page in another language? Every card of every golden session, and what the session
// came to, is drawn; a text that the catalogues know in English is one that nobody asked them for.
import { render } from "@testing-library/react";
import "@/protocols/council";
import "@/protocols/matrix";
import "@/protocols/session";
import "@/protocols/theatre";
import { FindingCard } from "@/findings/FindingCard";
import { SessionContext } from "@/hooks/session";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { EventCard } from "@/transcript/cards";
import { Gone } from "@/views/verdict/Gone";
import { outcomeOf } from "@/views/verdict/outcome";
import { teller } from "@/language/told";
import { kept } from "../../catalogue.mjs";
import { eventsOf } from "../golden";

type Catalogue = Record<string, string>;

/** What models and people wrote has an empty language; what is typed is in code. */
const THEIRS = "[lang=''], code, kbd, [translate=no]";
const READ = ["aria-label", "title", "alt", "placeholder"];

function textsIn(place: Element): string[] {
  const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walk.nextNode() !== null) {
    const { parentElement, nodeValue } = walk.currentNode;
    if (parentElement?.closest(THEIRS) === null) found.push(nodeValue ?? "");
  }
  for (const each of place.querySelectorAll(READ.map((name) => `[${name}]`).join(", ")))
    if (each.closest(THEIRS) === null) found.push(...READ.map((name) => each.getAttribute(name) ?? ""));
  return found.map((text) => text.trim()).filter((text) => text !== "");
}

/** So many characters in a row, and it is said in a member's own words, wherever it stands. */
const OWN_WORDS = 30;
const holds = (theirs: string, text: string): boolean =>
  text.length >= OWN_WORDS &&
  Array.from({ length: text.length - OWN_WORDS + 1 }, (_, at) => text.slice(at, at + OWN_WORDS)).some((piece) =>
    theirs.includes(piece),
  );

export function leftInEnglish(name: string, language: "de" | "zh", locale: string): string[] {
  const [ours, server] = [kept(language) as Catalogue, kept(`server.${language}`) as Catalogue];
  const told = teller(server, locale);
  const events = eventsOf(name);
  const theirs = events
    .flatMap((each) => (each.kind === "SeatSpoke" && !("foreign" in each) ? [each.body.text] : []))
    .join("\n");
  const translations = new Set([...Object.values(ours), ...Object.values(server)]);
  const isEnglish = (text: string): boolean =>
    !translations.has(text) &&
    !holds(theirs, text) &&
    (told(text) !== text || (Object.hasOwn(ours, text) && ours[text] !== text));
  const player = new Player();
  player.open(recorded(events));
  player.seekCount(player.log.length);
  const { state } = player.moment();
  const outcome = outcomeOf(state);
  const { container, unmount } = render(
    <SessionContext value={player}>
      {player.log.events.map((event) => (
        <EventCard key={event.seq} event={event} />
      ))}
      {state.findings.map((made, at) => (
        <FindingCard key={at} made={made} />
      ))}
      <Gone />
      <p>{outcome.because}</p>
      <p>{outcome.kind}</p>
      <p>{outcome.remedy}</p>
    </SessionContext>,
  );
  const found = textsIn(container).filter(isEnglish);
  unmount();
  return [...new Set(found)].sort();
}
