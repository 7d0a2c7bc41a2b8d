// A session as it happens or happened: the theatre, below it the transcript, at its foot the next question. The transcript is
// drawn when it comes into view.
import "@/protocols/theatre";
import { Suspense } from "react";
import { Link } from "wouter";
import { Bone } from "@/controls/Card";
import { late } from "@/controls/late";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { Enclosed } from "@/views/council/Enclosed";
import { FollowUp } from "@/views/council/FollowUp";
import { Notices } from "@/views/council/Notices";
import { Thread } from "@/views/council/Thread";
import TheatreView from "@/views/theatre/TheatreView";
import { Part, useNear } from "../Part";
import css from "../session.module.css";

const Transcript = late(() => import("./Transcript"));

export default function WatchPage() {
  const { base } = useSteering();
  const { near, place } = useNear<HTMLDivElement>("transcript");
  return (
    <>
      <div className={css["notices"]}>
        <Notices />
      </div>
      <div className={css["theatre"]}>
        <h2 className="unseen">{say("The council")}</h2>
        <TheatreView />
      </div>
      <Part name="transcript">
        <h2 className={css["partTitle"]}>
          <Link href={`${base}/transcript`} replace>
            {say("Transcript")}
          </Link>
        </h2>
        <div ref={place} className={css["drawn"]}>
          {near && (
            <>
              <div className={css["before"]}>
                <Thread />
                <Enclosed />
              </div>
              <Suspense fallback={<Bone height="12em" />}>
                <Transcript />
              </Suspense>
            </>
          )}
        </div>
      </Part>
      {near && (
        // What stands below the transcript comes with it: nothing that is read or focused is pushed away.
        <div className={css["foot"]}>
          <FollowUp />
        </div>
      )}
    </>
  );
}
