// A session played as a debate: the theatre, and nothing below it.
import "@/protocols/theatre";
import { say } from "@/language/say";
import { Notices } from "@/views/council/Notices";
import TheatreView from "@/views/theatre/TheatreView";
import css from "../session.module.css";

export default function WatchPage() {
  return (
    <div className={`${css["watch"]} grid tall`}>
      <div className={`${css["notices"]} stack pad-wide`}>
        <Notices />
      </div>
      <h2 className="unseen">{say("The council")}</h2>
      <TheatreView />
    </div>
  );
}
