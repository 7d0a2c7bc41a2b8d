// What if nothing is set up yet? Three lines, and one press that starts a debate of scripted voices.
import { KeyRound, Play } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { FaceRow } from "@/councils/FaceRow";
import type { Seated } from "@/councils/roster";
import css from "./convene.module.css";

export function FirstRun({ seats, busy, onTry }: { seats: readonly Seated[]; busy: boolean; onTry: () => void }) {
  return (
    <section className={css["first"]} aria-labelledby="first">
      <FaceRow seats={seats} size={40} />
      <h2 id="first">See a council at work, now</h2>
      <ol>
        <li>No key and no model is set up yet, so scripted voices can sit: they are no language model.</li>
        <li>They argue, score each other blind, answer, take sides, and one of them concludes. You watch all of it.</li>
        <li>Nothing leaves this machine and nothing is spent. With a key, real models take the same seats.</li>
      </ol>
      <div className={css["buttons"]}>
        <Button kind="primary" disabled={busy} onClick={onTry}>
          <Play size={15} aria-hidden="true" /> {busy ? "Opening…" : "Watch the rehearsal debate"}
        </Button>
        <Link href="/settings/endpoints" className={css["linked"]}>
          <KeyRound size={15} aria-hidden="true" /> Set up a model
        </Link>
      </div>
    </section>
  );
}
