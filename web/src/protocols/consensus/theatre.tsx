// What does a consensus bring to the theatre? The rounds with the arbiter in their middle, and how sure each says it is.
import { percent, percents } from "@/findings/figures";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { readable } from "@/playback/show/readable";
import type { FindingOf } from "@/wire/types";
import ours from "./rounds.module.css";
import type { Row, TheatrePart } from "@/views/theatre/brought";
import { moveNow } from "@/views/theatre/moment/presence";
import { tailOf } from "@/views/theatre/moment/said";

/** What the arbiter is writing, in a line or two. */
function Weighing() {
  const said = useMoment(({ state, speeches }) => {
    const move = moveNow(state, "arbiter");
    if (move?.state !== "asked") return "";
    const words = readable(speeches.get(move.key)?.text ?? "");
    return words === "" ? say("Weighing the answers") : tailOf(words, 110);
  });
  return said === "" ? null : <p className={`${ours["weighing"]} muted small wrap hidden`}>{said}</p>;
}

/** The confidence of each round against what would be enough. */
function Rounds() {
  const found = useMoment(({ state }) => latest(state.findings, "rounds"));
  if (found === null) return null;
  const enough = percent(found.threshold);
  return (
    <>
      <ol className={ours["rounds"]} aria-label={say("How sure the arbiter is; {enough} is enough", { enough })}>
        {found.rounds.map(({ number, confidence }) => (
          <li key={number}>
            <span>{say("Round {number, number}", { number })}</span>
            <span className={ours["meter"]}>
              <i
                style={{ width: `${String((confidence ?? 0) * 100)}%` }}
                data-enough={(confidence ?? 0) >= found.threshold}
              />
              <b style={{ left: `${String(found.threshold * 100)}%` }} />
            </span>
            <span>{confidence === null ? "–" : percents(confidence, found.threshold)[0]}</span>
          </li>
        ))}
      </ol>
      <p className="muted tiny">{say("{enough} is enough", { enough })}</p>
    </>
  );
}

function rounds(found: FindingOf<"rounds">): Row[] {
  const last = found.rounds.at(-1);
  if (last === undefined) return [];
  const order = [...last.ranking, ...last.heard.filter((seat) => !last.ranking.includes(seat))];
  return order.map((seat, index) => {
    const sure = last.said[seat];
    const ranked = last.ranking.includes(seat);
    return {
      seat,
      place: ranked ? String(index + 1) : "–",
      judged: sure !== undefined,
      figure: sure === undefined ? "–" : percent(sure),
      beside: last.dropped.includes(seat) ? say("set aside") : ranked ? say("arbiter's order") : say("heard"),
      share: sure ?? 0,
      tone: index === 0 && ranked ? "gold" : "plain",
      mood: "",
    };
  });
}

const Middle = () => (
  <>
    <Rounds />
    <Weighing />
  </>
);

export const theatre: TheatrePart = {
  stages: { round: { scene: "rounds", says: say("answer") } },
  pictures: { rounds: { Middle, lead: "arbiter" } },
  standings: { rounds: (finding) => ({ says: say("how sure each says it is"), rows: rounds(finding) }) },
  ballots: {
    reply: { words: ({ answer }) => answer },
    arbitration: { words: ({ synthesis }) => synthesis },
    placement: { words: ({ analysis }) => analysis },
    pick: { words: ({ reason }) => reason },
  },
  captions: {
    floor: ({ beat }, name) =>
      beat?.seat === "arbiter" ? say("{name} weighs the answers.", { name: name(beat.seat) }) : undefined,
  },
  decrees: { arbiter: say("The arbiter's answer") },
  writer: "arbiter",
};
