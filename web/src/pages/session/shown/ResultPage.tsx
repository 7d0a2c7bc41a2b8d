// The answer as one text: first while it is being checked, then as the result, with what protocols bring to it. Other turns of
// the conversation are folded above and below it; the next question is asked at the foot.
import "@/protocols/verdict";
import { Link } from "wouter";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { isExample } from "@/playback/looks";
import { cardOf } from "@/protocols/table";
import { Enclosed } from "@/views/council/Enclosed";
import { FollowUp } from "@/views/council/FollowUp";
import { Over } from "@/views/council/Notices";
import { Running } from "@/views/council/running/Running";
import { useRunning } from "@/views/council/running/useRunning";
import { Later, Thread } from "@/views/council/Thread";
import Ballots from "@/views/verdict/Ballots";
import ResultView from "@/views/verdict/ResultView";
import { Part } from "../Part";
import css from "../session.module.css";

export default function ResultPage() {
  const running = useRunning();
  const protocol = useMoment(({ state }) => state.protocol);
  const example = useMoment(({ state }) => state.seats.some((seat) => isExample(seat.model)));
  return (
    <div className={`${css["column"]} grid auto-x`}>
      <div className={`${css["before"]} stack slim`}>
        <Thread />
        <Enclosed />
      </div>
      {running === "" ? (
        <ResultView
          ending={<Over />}
          judged={
            <Part name="ballots">
              <Ballots />
            </Part>
          }
        />
      ) : (
        <Running calm={running === "calm"} answersNow={cardOf(protocol).answersNow === true} />
      )}
      <Later />
      <div className={css["foot"]}>
        {example ? (
          <Link href="/" className="tap centred pad rounded strong plain on-gold">
            {say("Ask your own question")}
          </Link>
        ) : (
          <FollowUp />
        )}
      </div>
    </div>
  );
}
