// The result with what protocols bring to it, loaded as one: the answer, how it was judged, and the next question.
import "@/protocols/verdict";
import { Enclosed } from "@/views/council/Enclosed";
import { FollowUp } from "@/views/council/FollowUp";
import { Over } from "@/views/council/Notices";
import { Thread } from "@/views/council/Thread";
import Ballots from "@/views/verdict/Ballots";
import ResultView from "@/views/verdict/ResultView";
import { Part } from "../Part";
import css from "../session.module.css";

export default function ResultPage() {
  return (
    <div className={css["column"]}>
      <div className={css["before"]}>
        <Thread />
        <Enclosed />
      </div>
      <ResultView
        ending={<Over />}
        judged={
          <Part name="ballots">
            <Ballots />
          </Part>
        }
      />
      <div className={css["foot"]}>
        <FollowUp />
      </div>
    </div>
  );
}
