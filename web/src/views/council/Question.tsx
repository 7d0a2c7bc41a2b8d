// What was asked, with which files, and what was asked before it in the same conversation?
import { FileText } from "lucide-react";
import { Link } from "wouter";
import { Chip } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Markdown } from "@/markdown/Markdown";
import { Along } from "./Along";
import css from "./council.module.css";

export function Question() {
  const question = useMoment(({ state }) => state.question);
  const forked = useMoment(({ state }) => state.fork);
  const { id } = useSteering();
  return (
    <header className={css["question"]}>
      <Along />
      {question.text.length > 240 ? (
        <div className={css["long"]}>
          <h2 className="unseen">The question</h2>
          <Markdown text={question.text} />
        </div>
      ) : (
        <h2 className={css["asked"]}>{question.text}</h2>
      )}
      {(question.attachments.length > 0 || forked !== null) && (
        <p className={css["files"]}>
          {question.attachments.map(({ name, digest, size }) => (
            <Chip key={digest + name} title={`${size.toLocaleString("en")} bytes`}>
              <FileText size={13} aria-hidden="true" /> {name}
            </Chip>
          ))}
          {forked !== null && (
            <Chip tone="gold">
              made anew from {forked.stage}
              {id !== null && (
                <>
                  {" "}
                  of <Link href={`/s/${encodeURIComponent(forked.session)}`}>an earlier session</Link>
                </>
              )}
            </Chip>
          )}
        </p>
      )}
    </header>
  );
}
