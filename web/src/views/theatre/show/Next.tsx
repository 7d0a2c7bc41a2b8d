// What could be watched next? Another session of the same council with a topic of its own, offered when this one is over; it
// begins only when somebody says so.
import { useEffect, useState } from "react";
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { startNext, useAsking } from "@/hooks/asking";
import { useMoment, usePlayer, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { theatreBrought } from "../brought";

/** How long the end stands before something else is offered, in milliseconds. */
export const OFFERED_AFTER = 8000;

export default function Next() {
  const { id } = useSteering();
  const over = useTransport(({ ended, atHead, behind, playing }) => ended && atHead && !behind && !playing);
  const next = useMoment(({ state }) => (state.verdict === null ? undefined : theatreBrought(state.protocol)?.next));
  return id !== null && over && next !== undefined ? <Offer next={next} /> : null;
}

type NextOf = NonNullable<NonNullable<ReturnType<typeof theatreBrought>>["next"]>;

function Offer({ next }: { next: NextOf }) {
  const player = usePlayer();
  const [offered, offer] = useState(false);
  const [declined, decline] = useState(false);
  const { busy, problem, ask } = useAsking();
  useEffect(() => {
    const timer = setTimeout(() => {
      offer(true);
    }, OFFERED_AFTER);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!offered || declined) return null;
  return (
    <section className={"row fixed pad topped on-raised"} aria-label={next.says}>
      <b>{next.says}</b>
      <p>{say("The same council proposes a topic of its own. It costs about as much as this one did.")}</p>
      <Refusal problem={problem} />
      <div>
        <Button
          kind="primary"
          disabled={busy}
          onClick={() => {
            const { state } = player.moment();
            ask(() => startNext(state, player.log.events[0], next.question(state), next.options));
          }}
        >
          {busy ? say("Opening…") : say("Start it")}
        </Button>
        <Button
          onClick={() => {
            decline(true);
          }}
        >
          {say("Not now")}
        </Button>
      </div>
    </section>
  );
}
