// What does the cell under the pointer or the focus say? One line: who, how, how sure, and in which words.
import { say } from "@/language/say";
import { LEVELS, reasonWords, sureWords } from "../voting";
import { lookOf, type Looks } from "@/playback/looks";
import { missingWords, type ClaimGrid } from "./votes";
import ours from "./claims.module.css";

export interface Pointed {
  claim: string;
  seat: string;
}

export function ClaimLine(given: { pointed: Pointed | null; grid: ClaimGrid; looks: Looks; counted: boolean }) {
  const { pointed, grid, looks, counted } = given;
  return (
    <p className={ours["line"]} data-said={pointed !== null} aria-live="polite">
      {pointed === null ? (
        <span className={ours["hint"]}>
          {counted
            ? say(
                "Choose a vote, with a pointer or the arrow keys, to read its reason. The bar in it is the voter's confidence.",
              )
            : say("Votes are shown as they come in; a tier is given once all are counted.")}
        </span>
      ) : (
        <Said pointed={pointed} grid={grid} looks={looks} />
      )}
    </p>
  );
}

function Said({ pointed, grid, looks }: { pointed: Pointed; grid: ClaimGrid; looks: Looks }) {
  const { name } = lookOf(looks, pointed.seat);
  const row = grid.rows.find((each) => each.claim.id === pointed.claim);
  const vote = row?.votes.get(pointed.seat);
  if (row === undefined || vote === undefined)
    return (
      <>
        <b>{name}</b> {row === undefined ? "" : missingWords(grid, row, pointed.seat)}
      </>
    );
  return (
    <>
      <b>{name}</b>{" "}
      <span className={ours["hint"]}>
        {LEVELS[vote.level].says} · {sureWords(vote)}
      </span>{" "}
      — {vote.reason === "" ? reasonWords("") : `“${vote.reason}”`}
    </>
  );
}
