// What came with the question? Its files, and the session it was made anew from.
import { FileText } from "lucide-react";
import { Link } from "wouter";
import { Chip } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { wordsOf } from "@/language/names";
import { say, Say } from "@/language/say";

export function Enclosed() {
  const files = useMoment(({ state }) => state.question.attachments);
  const forked = useMoment(({ state }) => state.fork);
  const { id } = useSteering();
  if (files.length === 0 && forked === null) return null;
  return (
    <p className="row">
      {files.map(({ name, digest, size, note }) => (
        <Chip key={digest + name} title={say("{size, plural, one {# byte} other {# bytes}}", { size })}>
          <FileText size={13} aria-hidden="true" /> {name}
          {note !== undefined && <small className="muted"> {note}</small>}
        </Chip>
      ))}
      {forked !== null && (
        <Chip tone="gold">
          {id === null ? (
            say("made anew from {stage}", { stage: wordsOf(forked.stage) })
          ) : (
            <Say
              text="made anew from {stage} of <link>an earlier session</link>"
              values={{ stage: wordsOf(forked.stage) }}
              tags={{ link: (words) => <Link href={`/s/${encodeURIComponent(forked.session)}`}>{words}</Link> }}
            />
          )}
        </Chip>
      )}
    </p>
  );
}
