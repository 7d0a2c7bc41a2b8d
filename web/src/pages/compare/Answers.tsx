// What does each answer say in both sessions? Beside each other, or in one text; where there is little room, one at a time.
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { Card } from "@/controls/Card";
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";
import type { MemberPair, SideBySide, WordDiff } from "./comparison";
import { useNarrow } from "@/hooks/narrow";
import { emphasised } from "./emphasis";
import { memberName, percent } from "./words";
import css from "./compare.module.css";

type Shown = "a" | "b" | "one";
const WIDE = [
  { value: "a", title: say("Side by side") },
  { value: "one", title: say("In one text") },
] as const;
const NARROW = [
  { value: "a", title: say("First") },
  { value: "b", title: say("Second") },
  { value: "one", title: say("In one text") },
] as const;

export function Answers({ found }: { found: SideBySide }) {
  const narrow = useNarrow(760);
  const [chosen, show] = useState<Shown>("a");
  const shown = narrow || chosen === "one" ? chosen : "a";
  const { verdict, members } = found.sides;
  const [search] = useSearchParams();
  const meant = search.get("m");
  const texts = members.filter((pair): pair is MemberPair & { answer: WordDiff } => pair.answer !== null);
  return (
    <Card title={say("Word by word")}>
      <Choice<Shown>
        label={say("How texts are shown")}
        unseen
        value={shown}
        choices={narrow ? NARROW : WIDE}
        onChoose={show}
      />
      {verdict === null ? (
        <p className={css["quiet"]}>{say("Neither session came to an answer.")}</p>
      ) : (
        <Text title={say("The answer")} diff={verdict} shown={shown} narrow={narrow} open={meant === null} />
      )}
      {texts.map((pair) => (
        <Text
          key={`${pair.a} ${pair.b}`}
          title={memberName(pair)}
          diff={pair.answer}
          shown={shown}
          narrow={narrow}
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
  shown: Shown;
  narrow: boolean;
  open: boolean;
  /** Whether the address leads here. */
  meant?: boolean;
}

function Text({ title, diff, shown, narrow, open, meant = false }: Given) {
  const same = diff.same === 1;
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (meant) place.current?.scrollIntoView();
  }, [meant]);
  return (
    <details ref={place} className={css["text"]} open={open}>
      <summary>
        <h3>{title}</h3>
        <small>{same ? say("word for word the same") : say("{share} the same", { share: percent(diff.same) })}</small>
      </summary>
      {diff.cut && <p className={css["lacking"]}>{say("Only the first 60,000 characters of each are compared.")}</p>}
      {same || shown === "one" ? (
        <Words diff={diff} sides="ab" />
      ) : (
        <div className={css["beside"]}>
          {(!narrow || shown === "a") && <Words diff={diff} sides="a" name={say("First")} />}
          {(!narrow || shown === "b") && <Words diff={diff} sides="b" name={say("Second")} />}
        </div>
      )}
    </details>
  );
}

/** The words of one side, or of both in one text: what only the first has is struck out, what only the second has is new. */
function Words({ diff, sides, name }: { diff: WordDiff; sides: "a" | "b" | "ab"; name?: string }) {
  const told = diff.passages.filter((each) => each.kind === "same" || sides.includes(each.kind));
  const pieces = emphasised(told);
  return (
    <div className={css["words"]} role="group" aria-label={name ?? say("Both texts in one")}>
      {told.length === 0 && <p className={css["quiet"]}>{say("There is no answer on this side.")}</p>}
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
