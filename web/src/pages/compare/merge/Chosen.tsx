// What is one's own answer made of so far? Points in their order, each with whose words it is; moved, edited and dropped.
import { ArrowDown, ArrowUp, Pencil, PencilLine, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button, IconButton } from "@/controls/Button";
import { TextArea } from "@/controls/Field";
import { say } from "@/language/say";
import { originOf, signsOf, type Merging, type Picked } from "./picked";
import css from "./merge.module.css";

interface Given {
  merging: Merging;
  /** The session that stands first. */
  first: string;
}

export function Chosen({ merging, first }: Given) {
  const { points } = merging;
  const signs = signsOf(points);
  const [told, tell] = useState("");
  const [fresh, setFresh] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<(() => HTMLElement | null) | null>(null);
  // A button that moves along with its point loses the focus, and one that is gone leaves it to its neighbour.
  useEffect(() => {
    refocus.current?.()?.focus();
    refocus.current = null;
  });
  const move = (id: string, to: number): void => {
    const held = document.activeElement;
    refocus.current = () => (held instanceof HTMLElement ? held : null);
    merging.move(id, to);
    if (to >= 0 && to < points.length)
      tell(say("Now point {at, number} of {all, number}.", { at: to + 1, all: points.length }));
  };
  const drop = (id: string, at: number): void => {
    refocus.current = () =>
      list.current?.querySelectorAll<HTMLElement>("[data-drops]")[Math.min(at, points.length - 2)] ?? null;
    merging.drop(id);
    tell(say("The point was removed."));
  };
  return (
    <>
      {points.length === 0 ? (
        <p className={css["quiet"]}>{say("Nothing is picked yet.")}</p>
      ) : (
        <ol ref={list} className={css["points"]} aria-label={say("Points of your answer")}>
          {points.map((point, at) => (
            <Row
              key={point.id}
              {...{ point, at, rows: points, first }}
              sign={signs[at] ?? ""}
              opened={point.id === fresh}
              onEdit={(text) => {
                merging.edit(point.id, text);
              }}
              onMove={(to) => {
                move(point.id, to);
              }}
              onDrop={() => {
                drop(point.id, at);
              }}
            />
          ))}
        </ol>
      )}
      <p role="status" className="unseen">
        {told}
      </p>
      <Button
        kind="quiet"
        onClick={() => {
          setFresh(merging.write());
        }}
      >
        <PencilLine size={15} aria-hidden="true" /> {say("Write a point of your own")}
      </Button>
    </>
  );
}

interface RowGiven {
  point: Picked;
  at: number;
  rows: readonly Picked[];
  first: string;
  /** What stands before it in a list. */
  sign: string;
  /** Whether it is there to be written. */
  opened: boolean;
  onEdit: (text: string) => void;
  onMove: (to: number) => void;
  onDrop: () => void;
}

function Row({ point, at, rows, first, sign, opened, onEdit, onMove, onDrop }: RowGiven) {
  const [edits, edit] = useState(opened || point.text.trim() === "");
  const number = at + 1;
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    onMove(at + by);
  };
  return (
    <li onKeyDown={keys}>
      {edits ? (
        <TextArea
          label={say("Words of point {number, number}", { number })}
          unseen
          rows={Math.min(12, Math.max(2, Math.ceil(point.text.length / 60)))}
          value={point.text}
          autoFocus
          onText={onEdit}
        />
      ) : (
        <p lang="">
          {sign}
          {point.text}
        </p>
      )}
      <div className={css["foot"]}>
        <small>{originOf(point, first)}</small>
        <span>
          <IconButton
            name={say("Move point {number, number} up", { number })}
            kind="quiet"
            aria-disabled={at === 0}
            aria-keyshortcuts="Alt+ArrowUp"
            onClick={() => {
              onMove(at - 1);
            }}
          >
            <ArrowUp size={15} />
          </IconButton>
          <IconButton
            name={say("Move point {number, number} down", { number })}
            kind="quiet"
            aria-disabled={at === rows.length - 1}
            aria-keyshortcuts="Alt+ArrowDown"
            onClick={() => {
              onMove(at + 1);
            }}
          >
            <ArrowDown size={15} />
          </IconButton>
          <Button
            kind="quiet"
            aria-label={
              edits
                ? say("Done with point {number, number}", { number })
                : say("Edit point {number, number}", { number })
            }
            onClick={() => {
              edit(!edits);
            }}
          >
            {edits ? (
              say("Done")
            ) : (
              <>
                <Pencil size={14} aria-hidden="true" /> {say("Edit")}
              </>
            )}
          </Button>
          <IconButton
            data-drops=""
            name={say("Take point {number, number} out", { number })}
            kind="quiet"
            onClick={onDrop}
          >
            <X size={15} />
          </IconButton>
        </span>
      </div>
    </li>
  );
}
