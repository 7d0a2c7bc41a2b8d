// Is this one answer asked again? What is kept and what it costs is said first; both answers can be compared afterwards.
import { RotateCcw } from "lucide-react";
import { Button, Opener } from "@/controls/Button";
import { Dialog } from "@/controls/Dialog";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import { useAgainPrice, useOpening } from "./asking";
import { Price } from "./Price";
import css from "./again.module.css";

interface Given {
  /** The session. */
  id: string;
  /** The answer, by key. */
  move: string;
  /** Whose it is. */
  name: string;
}

export default function OneAnswer(given: Given) {
  return (
    <Opener
      name={say("Ask {name} again", { name: given.name })}
      kind="quiet"
      dialog={(close) => <Asking {...given} onClose={close} />}
    >
      <RotateCcw size={16} />
    </Opener>
  );
}

function Asking({ id, move, name, onClose }: Given & { onClose: () => void }) {
  const body = { again: [move] };
  const price = useAgainPrice(id, body);
  const { busy, refused, open } = useOpening(id, onClose);
  return (
    <Dialog title={say("Ask {name} again?", { name })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (price.error === null) void open(body);
        }}
      >
        <p className="muted small">
          {say(
            "It answers once more, and what rests on its answer is asked again; everything else is kept. This session stays as it is: the new answer stands in a session of its own, where both can be compared.",
          )}
        </p>
        <Price
          row={price.row}
          lacking=""
          busy={price.busy}
          problem={price.error === null ? null : problemFrom(price.error)}
        />
        {refused !== "" && <p role="alert">{refused}</p>}
        <div className={`${css["foot"]} row end on-raised`}>
          <Button onClick={onClose}>{say("Cancel")}</Button>
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? say("Opening …") : say("Ask again")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
