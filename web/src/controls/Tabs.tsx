// Which of several things about one subject is shown? A tab list that arrows walk through; its panel follows the tab.
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import css from "./fields.module.css";

export interface Tab<T extends string> {
  value: T;
  title: ReactNode;
}
interface Given<T extends string> {
  name: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChoose: (value: T) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
  className?: string | undefined;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Tabs<T extends string>({ name, tabs, value, onChoose, children, className = "" }: Given<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const step = STEPS[event.key];
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step === undefined
            ? -1
            : (at + step + tabs.length) % tabs.length;
    const next = tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={name}
        className={`${css["tabs"]} scroll flex snug lined`}
        onKeyDown={walk}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => {
              onChoose(tab.value);
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pad-top slim">
        {children}
      </div>
    </div>
  );
}
