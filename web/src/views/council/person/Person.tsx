// A person has a seat and is asked: how do they answer? In a form where a ballot is asked for, in their own words else.
import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { Bone, Refusal } from "@/controls/Card";
import { Button } from "@/controls/Button";
import { Disclosure } from "@/controls/Disclosure";
import { focusFault } from "@/controls/Field";
import { answerFor, useAsking } from "@/hooks/asking";
import { promptOf } from "@/hooks/prompts";
import { useLooks, useMoment, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { useKeptFocus } from "@/keyboard/keptFocus";
import { leaveField } from "@/keyboard/leaveField";
import { Say, say, within } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { BallotForm } from "./BallotForm";
import { blank, declined, declines, shapeOf, troubles, type Filled, type Shape } from "./ballotShape";
import { useDraft } from "./drafts";
import { Prompt } from "../stage/Prompt";
import css from "../council.module.css";

/** Everybody who is asked now. */
export function Waiting() {
  const keys = useMoment(({ state }) =>
    [...state.seats, ...state.offices]
      .filter((seat) => seat.person)
      .flatMap(({ id }) => Object.values(state.moves).filter((move) => move.seat === id && move.state === "asked"))
      .map((move) => move.key)
      .join(" "),
  )
    .split(" ")
    .filter((key) => key !== "");
  const now = useTransport((transport) => transport.atHead);
  return keys.map((key) => <PersonForm key={key} move={key} now={now} />);
}

/** Answers handed in that the session has not taken up yet, by session and move. */
const handedIn = new Set<string>();

function PersonForm({ move, now }: { move: string; now: boolean }) {
  const { id } = useSteering();
  const seat = useMoment(({ state }) => state.moves[move]?.seat ?? "");
  const stage = useMoment(({ state }) => state.moves[move]?.stage ?? "");
  const look = lookOf(useLooks(), seat);
  const [sent, setSent] = useState(() => handedIn.has(`${id ?? ""} ${move}`));
  const [open, setOpen] = useState(true);
  const place = useKeptFocus<HTMLElement>();
  const again = move.endsWith("+repair");
  return (
    <section ref={place} className={css["waiting"]} tabIndex={-1} aria-label={say("The council waits for a person")}>
      <UserRound size={20} aria-hidden="true" />
      <div className={`${css["stack"]} stack slim`}>
        <p role="status">
          <Say
            text="<b>{name}</b> is a person, and is asked in {stage}. The council waits."
            values={{ name: look.name, stage: within(stageTitle(stage)) }}
            tags={{ b: (words) => <b>{words}</b> }}
          />
        </p>
        {seat.startsWith("seat-") && (
          <p className="muted small light">
            {say("The others are asked when this answer is in, so that nobody’s words are read before it is given.")}
          </p>
        )}
        {again && <p role="alert">{say("The first answer could not be read as a ballot. Fill it in once more.")}</p>}
        {id !== null && (
          <Disclosure title={say("What is asked")} open={open} onOpen={setOpen}>
            {open && <Prompt session={id} move={move} person />}
          </Disclosure>
        )}
        {id !== null && now && !sent && (
          <Answering
            id={id}
            move={move}
            onSent={() => {
              handedIn.add(`${id} ${move}`);
              setSent(true);
              place.current?.focus();
            }}
          />
        )}
        {sent && (
          <p className="muted small light">{say("Handed in. The session goes on as soon as it is taken up.")}</p>
        )}
        {id === null && <p className="muted small light">{say("It can be answered where the session is held.")}</p>}
      </div>
    </section>
  );
}

/** The form the schema asks for, or a field for words; with a form, words remain a way. */
function Answering({ id, move, onSent }: { id: string; move: string; onSent: () => void }) {
  const prompt = useQuery({
    queryKey: ["prompt", id, move],
    staleTime: Infinity,
    queryFn: () => promptOf(id, `${move}~1`),
  });
  const [asText, setAsText] = useState(false);
  if (prompt.isPending) return <Bone width="60%" />;
  const shape = formIn(prompt.data?.schema ?? "");
  const given = { id, move, onSent };
  return (
    <>
      {shape !== null && !asText ? <InForm {...given} shape={shape} /> : <InWords {...given} />}
      {shape !== null && (
        <div>
          <Button
            onClick={() => {
              setAsText(!asText);
            }}
          >
            {asText ? say("Fill in the form instead") : say("Write it as text instead")}
          </Button>
        </div>
      )}
    </>
  );
}

function formIn(schema: string): Shape | null {
  try {
    return schema === "" ? null : shapeOf(JSON.parse(schema));
  } catch {
    return null;
  }
}

interface Given {
  id: string;
  move: string;
  onSent: () => void;
}

function InForm({ id, move, shape, onSent }: Given & { shape: Shape }) {
  const { busy, problem, ask } = useAsking();
  const [draft, write] = useDraft(id, `${move} form`);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const value = draft === "" ? blank(shape) : (JSON.parse(draft) as Filled);
  const wrong = declines(value) ? new Map<string, string>() : troubles(shape, value);
  return (
    <form
      ref={form}
      className={`${css["stack"]} stack slim`}
      aria-label={say("Your ballot")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong.size > 0) {
          requestAnimationFrame(() => {
            focusFault(form.current);
          });
          return;
        }
        ask(async () => {
          const address = await answerFor(id, move, { ballot: declines(value) ? declined(shape, value) : value });
          onSent();
          write("");
          return address;
        });
      }}
    >
      <BallotForm
        name=""
        shape={shape}
        value={value}
        wrong={tried ? wrong : new Map()}
        onChange={(next) => {
          write(JSON.stringify(next));
        }}
      />
      <div>
        <Button kind="primary" type="submit" disabled={busy}>
          {busy ? say("Handing in …") : say("Hand in the ballot")}
        </Button>
      </div>
      {tried && wrong.size > 0 && (
        <p role="alert" className="measure wrap">
          {say("{fields, plural, =1 {One field is} other {# fields are}} not filled in yet; each says why.", {
            fields: wrong.size,
          })}
        </p>
      )}
      <Refusal problem={problem} />
    </form>
  );
}

function InWords({ id, move, onSent }: Given) {
  const { busy, problem, ask } = useAsking();
  const [text, write] = useDraft(id, move);
  return (
    <form
      className={`${css["stack"]} stack slim`}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        ask(async () => {
          const address = await answerFor(id, move, { text });
          onSent();
          write("");
          return address;
        });
      }}
    >
      <textarea
        aria-label={say("The answer")}
        rows={6}
        value={text}
        onKeyDown={leaveField}
        onChange={(event) => {
          write(event.target.value);
        }}
      />
      <div>
        <Button kind="primary" type="submit" disabled={busy || text.trim() === ""}>
          {busy ? say("Handing in …") : say("Hand in the answer")}
        </Button>
      </div>
      <Refusal problem={problem} />
    </form>
  );
}
