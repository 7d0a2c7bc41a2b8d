// What is entered where? Fields with a label, help, and what is wrong with them, tied together for those who cannot see.
import { useId, type ComponentProps, type ReactNode } from "react";
import { Coded } from "./Coded";
import css from "./fields.module.css";

export interface About {
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong with it; the field is then marked and described by this. */
  error?: string | undefined;
  /** What stands at the label's other end: a note, a button. */
  aside?: ReactNode;
  /** The label is read aloud and not drawn. */
  unseen?: boolean | undefined;
  className?: string | undefined;
}
export interface Wiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** A frame for anything that takes a value; what is drawn inside takes the wiring. */
export function Field(given: About & { children: (wiring: Wiring) => ReactNode }) {
  const { label, help, error, aside, unseen = false } = given;
  const id = useId();
  const [helpId, errorId] = [`${id}-help`, `${id}-error`];
  const told = [
    ...(help === undefined ? [] : [helpId]),
    ...(error === undefined || error === "" ? [] : [errorId]),
  ].join(" ");
  const wiring: Wiring = { id };
  if (told !== "") wiring["aria-describedby"] = told;
  if (error !== undefined && error !== "") wiring["aria-invalid"] = true;
  return (
    <div className={`stack tight slim ${given.className ?? ""}`}>
      <div className={unseen ? "unseen" : css["labelled"]}>
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className={`${css["aside"]} muted small`}>{aside}</span>}
      </div>
      {given.children(wiring)}
      {help !== undefined && (
        <p id={helpId} className="muted small measure">
          {help}
        </p>
      )}
      {wiring["aria-invalid"] && (
        <p id={errorId} className="bad small" role="alert">
          <Coded text={error ?? ""} />
        </p>
      )}
    </div>
  );
}

type Plain<T extends "input" | "textarea" | "select"> = Omit<ComponentProps<T>, keyof About | "onChange"> &
  About & { onText: (text: string) => void };

/** One line of text; `type` makes it a number, an address, a secret. */
export function TextField(given: Plain<"input">) {
  const { label, help, error, aside, unseen, className, onText, ...rest } = given;
  return (
    <Field {...{ label, help, error, aside, unseen, className }}>
      {(wiring) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...wiring}
          className={css["entry"]}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** Several lines; it grows with what is written, from as many as `rows` says: what grows with its words forgets them. */
export function TextArea(given: Plain<"textarea">) {
  const { label, help, error, aside, unseen, className, onText, rows = 3, ...rest } = given;
  return (
    <Field {...{ label, help, error, aside, unseen, className }}>
      {(wiring) => (
        <textarea
          rows={rows}
          style={{ minBlockSize: `calc(${String(rows)} * 1.5em + 20px)` }}
          {...rest}
          {...wiring}
          className={`${css["entry"]} ${css["area"]}`}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** One of a few words: the platform's own list. */
export function Select(given: Plain<"select">) {
  const { label, help, error, aside, unseen, className, onText, ...rest } = given;
  return (
    <Field {...{ label, help, error, aside, unseen, className }}>
      {(wiring) => (
        <select
          {...rest}
          {...wiring}
          className={`${css["entry"]} `}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** Puts the cursor into the first field with a fault inside `place`, or on what tells of the fault. */
export function focusFault(place: HTMLElement | null): void {
  const found = place?.querySelector('[aria-invalid="true"]') ?? place?.querySelector('[role="alert"]');
  if (found instanceof HTMLElement) found.focus();
}

interface Files extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  onFiles: (files: File[]) => void;
}

/** A hidden field for files, which a button clicks; the same file can be chosen twice. */
export function FilesField({ onFiles, ...given }: Files) {
  return (
    <input
      {...given}
      type="file"
      multiple
      hidden
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = "";
      }}
    />
  );
}
