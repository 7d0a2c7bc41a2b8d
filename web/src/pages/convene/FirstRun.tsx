// What if no model is set up yet? What the demo is, one press that starts it, and the shortest ways to real models.
import { KeyRound, Play } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { FaceRow } from "@/councils/FaceRow";
import { DEMO, type Seated } from "@/councils/roster";
import css from "./convene.module.css";

export function FirstRun({ seats, busy, onTry }: { seats: readonly Seated[]; busy: boolean; onTry: () => void }) {
  return (
    <section className={css["first"]} aria-labelledby="first">
      <FaceRow seats={seats} size={40} />
      <h2 id="first">No model is set up yet</h2>
      <p>{DEMO}</p>
      <div className={css["buttons"]}>
        <Button kind="primary" disabled={busy} onClick={onTry}>
          <Play size={15} aria-hidden="true" /> {busy ? "Opening…" : "Watch the demo"}
        </Button>
      </div>
      <h3>Seat real models instead</h3>
      <ul className={css["waysIn"]}>
        <li>
          <strong>One key, many makers:</strong>{" "}
          <Link href="/settings/endpoints/openrouter" className={css["linked"]}>
            <KeyRound size={15} aria-hidden="true" /> store a key of OpenRouter
          </Link>
          , or of <Link href="/settings/endpoints">OpenAI, Anthropic, Google, Mistral and others</Link>. A default
          council costs cents a question.
        </li>
        <li>
          <strong>On this machine, for nothing:</strong> install{" "}
          <a href="https://ollama.com/download" target="_blank" rel="noreferrer">
            Ollama
          </a>
          , run <code>ollama pull qwen3:8b</code>, then load this page again. LM Studio, llama.cpp and vLLM are found,
          too, at the ports they take by default.
        </li>
        <li>
          <strong>A server of your own:</strong> <Link href="/settings/endpoints/-new">add its address</Link>, anything
          that speaks like OpenAI will do.
        </li>
      </ul>
    </section>
  );
}
