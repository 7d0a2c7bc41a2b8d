// What was an answer given, and by whom? A row of cards that turn over as the ballots come in.
import { memo, type CSSProperties } from "react";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Mark } from "../brought";
import { marksOf } from "../moment/marks";
import { pictureOf, sceneOf } from "../moment/scenes";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./marks.module.css";

const NONE: readonly Mark[] = [];
/** More cards than this have no room under a face; what they come to stands beside it. */
const MOST = 9;

export const MarkCards = memo(function MarkCards({ seat }: { seat: string }) {
  const marks = useMoment(({ state }) => marksOf(state).get(seat) ?? NONE);
  const hidden = useMoment(({ state }) => pictureOf(sceneOf(state)).cards === undefined);
  const looks = useArenaLooks();
  if (marks.length === 0 || marks.length > MOST) return null;
  return (
    <span className={`${css["marks"]} flex absolute`} data-hidden={hidden} data-many={marks.length > 5}>
      {marks.map((mark, index) => {
        const by = lookOf(looks, mark.reader).name;
        return (
          <span
            key={mark.id}
            style={{ "--at": index } as CSSProperties}
            className={css["card"]}
            data-open={mark.label !== ""}
            data-tone={mark.tone}
            role="img"
            aria-label={
              mark.label === "" ? `${by} ${mark.words}` : say("from {by}: {words}", { by, words: mark.words })
            }
            title={mark.label === "" ? undefined : say("From {by}: {words}", { by, words: mark.words })}
          >
            <i className={`${css["back"]} middle bordered absolute`} />
            <i className={`${css["front"]} middle absolute`}>{mark.label}</i>
          </span>
        );
      })}
    </span>
  );
});
