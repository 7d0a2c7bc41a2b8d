// Say whether the answer above was right, or what the right answer is. It is stored beside the session, and can be changed.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { Select, TextField } from "@/controls/Field";
import { useKeptFocus } from "@/hooks/keptFocus";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { isExample } from "@/playback/looks";
import { client, given, problemFrom } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { verdictParts } from "./brought";

type Verdict = Schemas["PersonVerdict"];
const NONE: readonly string[] = [];
const NOTHING: Verdict = { right: null, right_answer: "", note: "", members: {} };

/** Nothing where the right answer is known already, where nobody may say so, and under scripted words. */
export function RightOrWrong() {
  const { id } = useSteering();
  const known = useMoment(({ state }) => verdictParts().some((part) => part.isAnswerKnown?.(state.findings) === true));
  const scripted = useMoment(({ state }) => state.seats.some((seat) => isExample(seat.model)));
  return id === null || known || scripted ? null : <Judging session={id} />;
}

function Judging({ session }: { session: string }) {
  const choices = useMoment(({ state }) => state.question.choices) ?? NONE;
  const [writing, write] = useState(false);
  const queries = useQueryClient();
  const place = useKeptFocus();
  const queryKey = ["verdict", session];
  const params = { path: { session } };
  const { data: now = NOTHING } = useQuery({
    queryKey,
    queryFn: async () => given(await client.GET("/api/sessions/{session}/verdict", { params })),
  });
  const saying = useMutation({
    scope: { id: session }, // one after the other
    mutationFn: async (next: Verdict | null) => {
      if (next !== null) return given(await client.POST("/api/sessions/{session}/verdict", { params, body: next }));
      await client.DELETE("/api/sessions/{session}/verdict", { params });
      return NOTHING;
    },
    onSuccess: (made) => {
      queries.setQueryData(queryKey, made);
      write(false);
    },
  });
  // In a closed question code compares the members with what is said now; in an open one what was said of them stays.
  const before = { ...now, members: choices.length > 0 ? {} : now.members };
  const problem = saying.error === null ? null : problemFrom(saying.error);
  return (
    <section ref={place} aria-label={say("Was this right?")} className="stack tight small muted">
      <div className="row">
        {now.right === null && now.right_answer !== ""
          ? say("Was the answer above right by that?")
          : say("Was this right?")}
        {[true, false].map((right) => (
          <Button
            key={String(right)}
            kind="quiet"
            aria-pressed={now.right === right}
            onClick={() => {
              const stated = now.right === null ? now.right_answer : "";
              saying.mutate(now.right === right ? null : { ...before, right, right_answer: stated });
            }}
          >
            {right ? say("Right") : say("Wrong")}
          </Button>
        ))}
        <Button
          kind="quiet"
          aria-expanded={writing}
          onClick={() => {
            write(!writing);
          }}
        >
          {say("The right answer is…")}
        </Button>
      </div>
      {writing ? (
        <Stating
          stated={now.right_answer}
          choices={choices}
          onSave={(text) => {
            const right = choices.length === 0 && now.right === false ? false : null;
            saying.mutate({ ...before, right, right_answer: text });
          }}
          onRemove={() => {
            saying.mutate(null);
          }}
        />
      ) : (
        now.right_answer !== "" && (
          <p className="wrap">
            {say("The right answer, as you said:")} <b lang="">{now.right_answer}</b>
          </p>
        )
      )}
      {problem !== null && (
        <p role="alert" className="bad">
          <Coded text={`${problem.message} ${problem.remedy}`} />
        </p>
      )}
    </section>
  );
}

interface Statable {
  stated: string;
  choices: readonly string[];
  onSave: (text: string) => void;
  onRemove: () => void;
}

function Stating({ stated, choices, onSave, onRemove }: Statable) {
  const [text, put] = useState(stated);
  const closed = choices.length > 1;
  const label = say("The right answer");
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onSave(text);
      }}
    >
      {closed ? (
        <Select label={label} unseen autoFocus value={text} onText={put}>
          <option value="" disabled>
            {say("Choose one")}
          </option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      ) : (
        <TextField label={label} unseen autoFocus maxLength={2000} value={text} onText={put} />
      )}
      <Button type="submit" disabled={text.trim() === ""}>
        {say("Save")}
      </Button>
      {stated !== "" && (
        <Button kind="quiet" onClick={onRemove}>
          {say("Remove")}
        </Button>
      )}
    </form>
  );
}
