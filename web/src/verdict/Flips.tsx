// Who changed its position, from what to what, and on whose word? Arrows; a change that cites nothing is marked.
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf, SessionState } from "@/wire/types";
import css from "./verdict.module.css";

type Flip = FindingOf<"flips">["flips"][number];

export function Flips(given: { flips: FindingOf<"flips">; looks: Looks; movedOnly?: boolean }) {
  const { flips, looks, movedOnly = false } = given;
  const shown = flips.flips.filter((flip) => !movedOnly || flip.change === "cited" || flip.change === "uncited");
  const revisions = useMoment(({ state }) => latest(state.findings, "revisions"));
  const moves = useMoment(({ state }) => state.moves);
  if (shown.length === 0)
    return movedOnly ? <p className={css["firm"]}>Nobody changed position under rebuttal.</p> : null;
  return (
    <ul className={css["flips"]}>
      {shown.map((flip) => (
        <li key={flip.seat}>
          <Face look={lookOf(looks, flip.seat)} size={24} />
          <Moved flip={flip} looks={looks} said={saidOf(flip.seat, revisions, moves)} />
        </li>
      ))}
    </ul>
  );
}

function Moved({ flip, looks, said }: { flip: Flip; looks: Looks; said: { from: string; to: string } | null }) {
  const name = <b>{lookOf(looks, flip.seat).name}</b>;
  if (flip.change === "none") return <p>{name} kept its position.</p>;
  if (flip.change === "untested") return <p>{name}: whether it holds its position was not tested.</p>;
  if (flip.change === "unread") return <p>{name}: whether it changed its position could not be read.</p>;
  return (
    <div>
      <p>
        {name} moved{" "}
        {said === null ? null : (
          <>
            from <s>{said.from}</s> <span aria-hidden="true">→</span> to <b>{said.to}</b>,{" "}
          </>
        )}
        {flip.source != null ? <>citing {lookOf(looks, flip.source).name}</> : "citing nobody"}{" "}
        {flip.change === "uncited" && <Chip tone="bad">uncited</Chip>}
        {flip.change === "cited" && (
          <Chip tone={flip.verified ? "good" : "mid"}>{flip.verified ? "cited" : "cited, not found"}</Chip>
        )}
      </p>
      {flip.words !== "" && <q className={css["quiet"]}>{flip.words}</q>}
      {flip.flag !== "" && <p className={css["quiet"]}>{flip.flag}</p>}
    </div>
  );
}

function saidOf(seat: string, revisions: FindingOf<"revisions"> | null, moves: SessionState["moves"]) {
  const found = revisions?.replies.find((reply) => reply.seat === seat);
  const [from, to] = [moves[found?.first ?? ""]?.text, moves[found?.final ?? ""]?.text];
  if (from === undefined || to === undefined) return null;
  const [one, other] = [sentence(from), sentence(to)];
  return one === other ? null : { from: one, to: other };
}

/** The first sentence of an answer, without its markup, cut at a word. */
export function sentence(text: string): string {
  const bare = text.replace(/[*_`#>]+/g, "").trim();
  const first = /^[\s\S]*?[.!?](?=\s|$)/.exec(bare)?.[0] ?? bare;
  const flat = first.replace(/\s+/g, " ").replace(/[.!]+$/, "");
  return flat.length <= 110 ? flat : `${flat.slice(0, 110).replace(/\s\S*$/, "")} …`;
}
