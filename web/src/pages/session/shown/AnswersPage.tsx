// Every member's whole answer with its reviews, loaded as one with what protocols bring to it.
import "@/protocols/council";
import CouncilView from "@/views/council/CouncilView";
import { Notices } from "@/views/council/Notices";
import css from "../session.module.css";

export default function AnswersPage() {
  return (
    <div className={css["answers"]}>
      <Notices />
      <CouncilView />
    </div>
  );
}
