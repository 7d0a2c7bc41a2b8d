// What does the council say in the end? The text at reading width, what is missing above it, what speaks against it
// below it.
import { Coded } from "@/controls/Coded";
import { CopyButton } from "@/controls/CopyButton";
import { Face } from "@/faces/Face";
import { tabBrought } from "@/findings/brought";
import { useLooks, useMoment } from "@/hooks/session";
import { say, Say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { lookOf } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import { ByLine } from "@/views/verdict/ByLine";
import { DissentBox } from "@/views/verdict/DissentBox";
import { Gone } from "@/views/verdict/Gone";
import { Broken } from "./Broken";
import { Findings } from "./Findings";
import { Skeletons } from "../Skeletons";
import { Waits } from "../Waits";
import { Words } from "./Words";
import css from "../council.module.css";

export function Conclusion({ stage }: { stage: string | null }) {
  const verdict = useMoment(({ state }) => state.verdict);
  const begun = useMoment(({ state }) => stage !== null && state.entered.includes(stage));
  if (verdict === null && !begun) return <Skeletons words={say("The verdict is still ahead.")} cards={1} />;
  return (
    <div className={css["conclusion"]}>
      <div className={`${css["stack"]} stack slim`}>
        {verdict === null ? <Writing stage={stage ?? ""} /> : <Answer />}
        {verdict !== null && <DissentBox />}
        {stage !== null && <Findings stage={stage} />}
      </div>
    </div>
  );
}

/** While it is written: by whom, and the words as they come. */
function Writing({ stage }: { stage: string }) {
  const looks = useLooks();
  const keys = useMoment(({ state }) =>
    Object.values(state.moves)
      .filter((move) => move.stage === stage)
      .map((move) => move.key)
      .join(" "),
  ).split(" ");
  const moves = useMoment(({ state }) => state.moves);
  return (
    <>
      {keys.map((key) => {
        const move = moves[key];
        if (move === undefined) return null;
        const look = lookOf(looks, move.seat);
        return (
          <article key={key} className={`${css["decree"]} stack on-card`} aria-busy={move.state === "asked"}>
            <header className="row">
              <Face look={look} size={38} mood={move.state === "asked" ? "speaking" : "idle"} />
              <p>
                <Say
                  text="<b>{name}</b> writes the {text}"
                  values={{ name: look.name, text: tabBrought(stage)?.writes ?? say("verdict") }}
                  tags={{ b: (words) => <b>{words}</b> }}
                />
              </p>
            </header>
            <Waits move={key} />
            {move.state === "failed" || move.state === "late" ? <Broken move={move} /> : <Words move={key} under={2} />}
          </article>
        );
      })}
    </>
  );
}

function Answer() {
  const verdict = useMoment(({ state }) => state.verdict);
  const looks = useLooks();
  if (verdict === null) return null;
  if (verdict.text === null)
    return (
      <section className="stack box" aria-label={say("No answer is given")}>
        <h2>{say("The verdict is withheld")}</h2>
        <p>
          <Coded text={toldOf(verdict.reason, looks)} />
        </p>
      </section>
    );
  return (
    <article className={`${css["decree"]} stack on-card`} aria-label={say("The verdict")}>
      <header className="row">
        <ByLine verdict={verdict} size={38} />
        <CopyButton name={say("Copy the verdict")} text={verdict.text} />
      </header>
      <Gone />
      <Markdown text={verdict.text} />
    </article>
  );
}
