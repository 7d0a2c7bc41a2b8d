// Every member's whole answer with its reviews, loaded as one with what protocols bring to it.
import "@/protocols/council";
import CouncilView from "@/views/council/CouncilView";
import { say } from "@/language/say";
import { Notices } from "@/views/council/Notices";
import css from "../session.module.css";

export default function AnswersPage() {
  return (
    <div className={`${css["answers"]} stack auto-x`}>
      <h2 className="unseen">{say("The answers")}</h2>
      <Notices />
      <CouncilView />
    </div>
  );
}
