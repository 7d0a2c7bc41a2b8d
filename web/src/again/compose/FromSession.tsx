// Compose an answer from one session: its answer, and what each member said last.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { looksOf } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { spoken } from "../variations";
import { Compose } from "./Compose";
import { paragraphsIn, type Source } from "./draft";

export default function FromSession({ session, state }: { session: string; state: SessionState }) {
  return (
    <Card title={say("Your own answer")}>
      <Compose
        sources={sourcesIn(state)}
        sessions={[session]}
        chair={state.offices.find(({ id }) => id === "chair")?.model ?? ""}
      />
    </Card>
  );
}

function sourcesIn(state: SessionState): Source[] {
  const looks = looksOf(state);
  const answers = spoken(state).filter(({ key }) => state.ballots[key] === undefined);
  const texts = [
    { name: say("The answer"), text: state.verdict?.text ?? "" },
    ...state.seats.map(({ id }) => ({
      name: looks.get(id)?.name ?? id,
      text: answers.findLast(({ seat }) => seat === id)?.text ?? "",
    })),
  ];
  return texts
    .map(({ name, text }) => ({ name, texts: paragraphsIn(text) }))
    .filter(({ texts: all }) => all.length > 0);
}
