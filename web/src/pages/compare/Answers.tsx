// What does each answer say in both sessions? Beside each other; where there is little room, one below the other.
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import type { MemberPair, SideBySide, WordDiff } from "./comparison";
import { emphasised } from "./emphasis";
import { memberName, percent } from "./words";
import css from "./compare.module.css";

export function Answers({ found }: { found: SideBySide }) {
  const { verdict, members } = found.sides;
  const [search] = useSearchParams();
  const meant = search.get("m");
  const texts = members.filter((pair): pair is MemberPair & { answer: WordDiff } => pair.answer !== null);
  return (
    <Card title={say("Word by word")}>
      {verdict === null ? (
        <p className="muted small">{say("Neither session came to an answer.")}</p>
      ) : (
        <Text title={say("The answer")} diff={verdict} open={meant === null} />
      )}
      {texts.map((pair) => (
        <Text
          key={`${pair.a} ${pair.b}`}
          title={memberName(pair)}
          diff={pair.answer}
          open={meant !== null && pair.b === meant}
          meant={meant !== null && pair.b === meant}
        />
      ))}
    </Card>
  );
}

interface Given {
  title: string;
  diff: WordDiff;
  open: boolean;
  /** Whether the address leads here. */
  meant?: boolean;
}

function Text({ title, diff, open, meant = false }: Given) {
  const same = diff.same === 1;
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (meant) place.current?.scrollIntoView();
  }, [meant]);
  return (
    <details ref={place} className={`${css["text"]} topped pad-y`} open={open}>
      <summary className="pad-y">
        <h3>{title}</h3>
        <small>{same ? say("word for word the same") : say("{share} the same", { share: percent(diff.same) })}</small>
      </summary>
      {diff.cut && <p className="mid small">{say("Only the first 60,000 characters of each are compared.")}</p>}
      {same ? (
        <Words diff={diff} side="a" />
      ) : (
        <div className="sides">
          <Words diff={diff} side="a" name={say("First")} />
          <Words diff={diff} side="b" name={say("Second")} />
        </div>
      )}
    </details>
  );
}

/** The words of one side; what the other one has not is marked. */
function Words({ diff, side, name }: { diff: WordDiff; side: "a" | "b"; name?: string }) {
  const told = diff.passages.filter((each) => each.kind === "same" || each.kind === side);
  const pieces = emphasised(told);
  return (
    <div className={`${css["words"]} sunk wrap pre`} role="group" aria-label={name ?? say("Both")}>
      {told.length === 0 && <p className="muted small">{say("There is no answer on this side.")}</p>}
      {told.map((each, at) => {
        const key = `${String(at)}${each.kind}`;
        const Mark = each.kind === "same" ? "span" : each.kind === "a" ? "del" : "ins";
        return (
          <Mark key={key} lang="">
            {pieces[at]?.map(({ text, bold }, part) => (bold ? <b key={part}>{text}</b> : text))}
          </Mark>
        );
      })}
    </div>
  );
}
