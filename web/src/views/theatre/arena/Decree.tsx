// What does the council say in the end? The words as they are written, then the verdict with its class; or why there is none.
import { Feather, Gavel, Lock } from "lucide-react";
import { memo } from "react";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { percent } from "@/findings/figures";
import { useMoment } from "@/hooks/session";
import { wordsOf as namedWords } from "@/language/names";
import { say } from "@/language/say";
import { chunksOf } from "@/markdown/blocks";
import { Inline, unlined } from "@/markdown/Inline";
import { Markdown } from "@/markdown/Markdown";
import { wordsNow } from "@/playback/show/readable";
import { lookOf } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import type { Moment } from "@/playback/player";
import type { Verdict } from "@/wire/types";
import { decreeBrought } from "../brought";
import { wordsOf } from "../moment/said";
import { stageNow } from "../moment/scenes";
import { typedOf } from "../show/Floor";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./panel.module.css";

export function Decree({ lead }: { lead: string }) {
  const verdict = useMoment(({ state }) => state.verdict);
  const stopped = useMoment(({ state }) => state.status !== "running" && state.status !== "waiting");
  const looks = useArenaLooks();
  const by = lookOf(looks, lead);
  if (verdict?.outcome === "inconclusive") return <Withheld verdict={verdict} />;
  const office = by.member ? "chair" : (lead.split("-", 1)[0] ?? "");
  const title =
    verdict !== null ? say("The verdict") : (decreeBrought(office) ?? TITLES[office] ?? say("The synthesis"));
  return (
    <>
      <h3 className="row gold small strong below">
        {verdict === null ? <Feather size={14} aria-hidden="true" /> : <Gavel size={14} aria-hidden="true" />}
        <span>{title}</span>
        {verdict !== null && <VerdictChips verdict={verdict} />}
      </h3>
      {verdict === null ? <Typed live={!stopped} /> : <Settled text={verdict.text ?? ""} />}
    </>
  );
}

const TITLES: Record<string, string> = {
  chair: say("The chair's synthesis"),
};

const CERTAIN = { high: say("high"), moderate: say("moderate"), low: say("low") };

function VerdictChips({ verdict }: { verdict: Verdict }) {
  const { ruling, confidence, degraded } = verdict;
  const looks = useArenaLooks();
  return (
    <span className="row push">
      {ruling !== null && (
        <Chip tone={ruling.certainty === "low" ? "mid" : "plain"}>
          {namedWords(ruling.verdict_class)}
          {ruling.certainty !== "" && ` · ${CERTAIN[ruling.certainty]}`}
        </Chip>
      )}
      {confidence !== null && <Chip tone="gold">{say("{share} sure", { share: percent(confidence) })}</Chip>}
      {degraded.length > 0 && (
        <Chip tone="mid" title={degraded.map((line) => toldOf(line, looks)).join(" ")}>
          {say("degraded")}
        </Chip>
      )}
    </span>
  );
}

const Settled = memo(function Settled({ text }: { text: string }) {
  return (
    <div className={css["decree"]} tabIndex={0} role="region" aria-label={say("The verdict in words")}>
      <Markdown text={text} under={3} />
    </div>
  );
});

/** What has been written of it so far. */
function written({ state, speeches, beat, at }: Moment): string {
  const stage = stageNow(state);
  const move = Object.values(state.moves).findLast((each) => each.stage === stage);
  if (move === undefined) return "";
  if (move.state === "spoke") {
    const words = wordsOf(state, move);
    return beat?.as === "typed" ? words.slice(0, typedOf(words, beat, at)) : words;
  }
  return wordsNow(move, speeches.get(move.key)?.text ?? "");
}

/** How many words fade in. */
const FRESH = 24;

/** Characters in which the words that fade in are looked for. */
const TAIL = 600;

function Typed({ live }: { live: boolean }) {
  const text = useMoment((moment) => unlined(written(moment)));
  const from = text.length > TAIL ? text.indexOf(" ", text.length - TAIL) + 1 : 0;
  const words = text.slice(from).split(/(?<=\s)(?=\S)/);
  const settled = Math.max(0, words.length - FRESH);
  const standing = text.slice(0, from) + words.slice(0, settled).join("");
  const counted = settled + (from === 0 ? 0 : wordsIn(text.slice(0, from)));
  return (
    <div
      className={css["decree"]}
      data-typing={live}
      tabIndex={0}
      role="region"
      aria-label={say("What is being written")}
    >
      <p className={`${css["typed"]} fixed pre`}>
        {chunksOf(standing).map((chunk, index) => (
          <Inline key={index} text={chunk} />
        ))}
        {words.slice(settled).map((word, index) => (
          <span key={counted + index}>
            <Inline text={word} />
          </span>
        ))}
        {live && <span className={css["caret"]} />}
      </p>
    </div>
  );
}

const wordsIn = (text: string): number => text.match(/\S+\s+/g)?.length ?? 0;

function Withheld({ verdict }: { verdict: Verdict }) {
  const looks = useArenaLooks();
  return (
    <div className={`${css["withheld"]} stack grow text-centre items-centre`}>
      <span className={`${css["seal"]} middle muted below circle`} aria-hidden="true">
        <Lock size={30} strokeWidth={1.8} />
      </span>
      <h3>{say("The council withholds its verdict")}</h3>
      <p>
        <Coded text={toldOf(verdict.reason, looks)} />
      </p>
      {verdict.ruling !== null && <Chip>{namedWords(verdict.ruling.verdict_class)}</Chip>}
      <p className="muted small">{say("Everything that was said and judged is kept.")}</p>
    </div>
  );
}
