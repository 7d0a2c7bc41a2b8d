// The answer first. Behind each sentence, on hover or focus, stands who supports it, with the passage.
import { useId, useState, type CSSProperties, type ReactNode } from "react";
import { Disclosure } from "@/controls/Disclosure";
import { useLooks, useMoment } from "@/hooks/session";
import { listed, say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { lookOf } from "@/playback/looks";
import type { Contract, Sentence } from "./contract";
import { leadOf } from "./lead";
import css from "./verdict.module.css";

/** Characters that are set as a headline; a longer answer is set as a paragraph. */
const HEADLINE = 160;

interface Given {
  contract: Contract;
  /** Between the answer and the rest of the text. */
  children?: ReactNode;
}

export function Answer({ contract, children }: Given) {
  const text = useMoment(({ state }) => state.verdict?.text ?? "");
  const { headline, rest } = leadOf(text, contract.answer);
  const { sentences } = contract;
  const [first, ...others] = sentences;
  // A text that does not begin with the answer is a report, which gives the answer and the reasons once more.
  const report = contract.answer !== null && !text.trim().startsWith(contract.answer.trim());
  return (
    <section className={`${css["answer"]} stack wrap slim`} aria-label={say("Answer")}>
      {headline === "" ? (
        <h2 className="unseen">{say("The answer")}</h2>
      ) : first === undefined ? (
        <h2 className={headline.length > HEADLINE ? css["lead"] : css["headline"]}>
          <Markdown text={headline} />
        </h2>
      ) : (
        <>
          <div className={first.text.length > HEADLINE ? css["lead"] : css["headline"]}>
            <Supported sentence={first} headed />
          </div>
          {others.length > 0 && (
            <div className="here">
              {others.map((sentence, at) => (
                <Supported key={at} sentence={sentence} />
              ))}
            </div>
          )}
        </>
      )}
      {children}
      {rest !== "" &&
        (report ? (
          <Disclosure title={say("The whole report")}>
            <Markdown text={rest} />
          </Disclosure>
        ) : (
          <Markdown text={rest} />
        ))}
    </section>
  );
}

function Supported({ sentence: { text, by }, headed = false }: { sentence: Sentence; headed?: boolean }) {
  const looks = useLooks();
  const seats = useMoment(({ state }) => state.seats);
  const [open, show] = useState(false);
  const id = useId();
  const behind = new Set(by.map(({ seat }) => seat));
  const silent = seats.filter((seat) => !behind.has(seat.id)).map((seat) => lookOf(looks, seat.id).name);
  const says =
    behind.size === 0
      ? say("No member’s answer says this; the writer added it.")
      : say("{count, number} of {all, number} stand behind this", { count: behind.size, all: seats.length });
  const Words = headed ? "h2" : "span";
  return (
    <div
      className={css["sentence"]}
      onMouseEnter={() => {
        show(true);
      }}
      onMouseLeave={() => {
        show(false);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") show(false);
      }}
    >
      <Words>
        <Markdown text={text} />
      </Words>{" "}
      <button
        type="button"
        data-small=""
        className={css["dots"]}
        aria-label={says}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onFocus={() => {
          show(true);
        }}
        onBlur={() => {
          show(false);
        }}
        onClick={() => {
          show(true);
        }}
      >
        {[...behind].map((seat) => (
          <i key={seat} style={{ "--hue": lookOf(looks, seat).hue ?? 0 } as CSSProperties} />
        ))}
        {behind.size === 0 && <i data-own="" />}
      </button>{" "}
      {open && (
        <span id={id} role="note" className={`${css["support"]} stack float absolute`}>
          <b>{says}</b>
          {by.map(({ seat, passage }) => (
            <span key={seat + passage}>
              <q lang="">{passage}</q> {lookOf(looks, seat).name}
            </span>
          ))}
          {behind.size > 0 && silent.length > 0 && (
            <span>
              {say("{count, plural, one {{names} does not mention it} other {{names} do not mention it}}", {
                count: silent.length,
                names: listed(silent),
              })}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
