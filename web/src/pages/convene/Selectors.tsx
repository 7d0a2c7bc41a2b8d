// One line for who is asked and how: two buttons that open what there is to choose from; Escape closes it.
import { ChevronDown, GitCompareArrows } from "lucide-react";
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Chip } from "@/controls/Card";
import { MakerMarks } from "@/councils/MakerMark";
import { namesOf } from "@/councils/roster";
import { titled } from "@/councils/words";
import { say } from "@/language/say";
import { cardOf } from "@/protocols/table";
import type { Sitting } from "./sitting";
import css from "./convene.module.css";

export type Opened = "who" | "how" | "";

interface Given {
  sitting: Sitting;
  opened: Opened;
  onOpen: (opened: Opened) => void;
  who: ReactNode;
  how: ReactNode;
  /** What it would cost, at the end of the line. */
  price: ReactNode;
}

export function Selectors({ sitting, opened, onOpen, who, how, price }: Given) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const { seats, scripted, protocol } = sitting;
  const Icon = cardOf(protocol?.protocol ?? "").icon ?? GitCompareArrows;
  const turn = (name: Opened): void => {
    onOpen(opened === name ? "" : name);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || opened === "" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    place.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    onOpen("");
  };
  return (
    <div ref={place} className={`${css["selectors"]} row at-start`} onKeyDown={keys}>
      <button
        type="button"
        aria-expanded={opened === "who"}
        aria-controls={`${id}-who`}
        className="line pill touch"
        onClick={() => {
          turn("who");
        }}
      >
        <span className="muted small">{say("Who")}</span>
        <span className={`${css["chosen"]} line`}>
          {seats.length > 0 && <MakerMarks models={seats.map((seat) => seat.model)} size={20} most={4} />}
          {scripted && <Chip>{say("demo")}</Chip>}
          <strong className="cut strong">{seats.length === 0 ? say("Nobody yet") : namesOf(seats)}</strong>
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-expanded={opened === "how"}
        aria-controls={`${id}-how`}
        className="line pill touch"
        onClick={() => {
          turn("how");
        }}
      >
        <span className="muted small">{say("How")}</span>
        <span className={`${css["chosen"]} line`}>
          <Icon size={17} aria-hidden="true" />
          <strong className="cut strong">{titled(protocol?.protocol ?? "")}</strong>
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {price}
      <div id={`${id}-who`} hidden={opened !== "who"} className="full slim">
        {opened === "who" && who}
      </div>
      <div id={`${id}-how`} hidden={opened !== "how"} className="full slim">
        {opened === "how" && how}
      </div>
    </div>
  );
}
