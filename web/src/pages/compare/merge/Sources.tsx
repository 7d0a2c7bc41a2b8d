// What is there to pick from? Each answer, paragraph by paragraph and item by item, and each sentence of those.
import { Plus } from "lucide-react";
import { Button } from "@/controls/Button";
import { say } from "@/language/say";
import { isPicked, type Picked } from "./picked";
import type { Block, Point, Source } from "./points";
import css from "./merge.module.css";

const SIDES = { first: say("first session"), second: say("second session"), both: say("the same in both") };

interface Given {
  sources: readonly Source[];
  picked: readonly Picked[];
  onPick: (point: Point, source: Source) => void;
}

export function Sources({ sources, picked, onPick }: Given) {
  if (sources.length === 0) return <p className={css["quiet"]}>{say("Neither session has an answer to pick from.")}</p>;
  return sources.map((source) => (
    <details key={source.id}>
      <summary>
        <strong>{source.name}</strong> <small>{SIDES[source.side]}</small>
      </summary>
      <ul aria-label={`${source.name}, ${SIDES[source.side]}`}>
        {source.blocks.map((block, at) => (
          <Row
            key={block.id}
            block={block}
            number={at + 1}
            picked={picked}
            onPick={(point) => {
              onPick(point, source);
            }}
          />
        ))}
      </ul>
    </details>
  ));
}

interface RowGiven {
  block: Block;
  number: number;
  picked: readonly Picked[];
  onPick: (point: Point) => void;
}

/** A block, with a button for all of it, and one for each of its sentences where it has several. */
function Row({ block, number, picked, onPick }: RowGiven) {
  const add = (point: Point, name: string, words: string) =>
    isPicked(picked, point) ? (
      <small>{say("Added")}</small>
    ) : (
      <Button
        kind="quiet"
        aria-label={name}
        onClick={() => {
          onPick(point);
        }}
      >
        <Plus size={14} aria-hidden="true" /> {words}
      </Button>
    );
  const whole = add(
    block,
    say("Add point {number, number}", { number }),
    block.sentences.length === 0 ? say("Add") : say("Add all of it"),
  );
  if (block.sentences.length === 0)
    return (
      <li>
        <p lang="">{block.text}</p>
        {whole}
      </li>
    );
  return (
    <li>
      <ol aria-label={say("Sentences of point {number, number}", { number })}>
        {block.sentences.map((sentence, at) => (
          <li key={sentence.id}>
            <p lang="">{sentence.text}</p>
            {add(
              sentence,
              say("Add sentence {at, number} of point {number, number}", { at: at + 1, number }),
              say("Add"),
            )}
          </li>
        ))}
      </ol>
      {whole}
    </li>
  );
}
