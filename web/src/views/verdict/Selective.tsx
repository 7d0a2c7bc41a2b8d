// The note on a session that asked only some of its members: who agreed, what it cost, why, and a button that asks the others.
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Face } from "@/faces/Face";
import { askEveryone, openingIn, useAsking } from "@/hooks/asking";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { Contract } from "./contract";

export function Selective({ selective }: { selective: NonNullable<Contract["selective"]> }) {
  const { asked, of, makers, cost, rest_cost, agreed } = selective;
  const { id } = useSteering();
  const player = usePlayer();
  const { busy, problem, ask } = useAsking();
  const rest = of - asked;
  const why = openingIn(player.log.events[0])?.plan?.why ?? "";
  return (
    <div className="stack tight ruled muted">
      <p>
        {agreed ? (
          <>
            {say(
              "{asked, plural, =2 {Two} =3 {Three} other {#}} models from {makers, plural, =1 {one maker} other {different makers}} give the same answer.",
              { asked, makers },
            )}{" "}
            <b className="ink">{say("That is not proof.")}</b>
          </>
        ) : (
          rest > 0 && say("The other models could not change the outcome.")
        )}{" "}
        {say("{asked, number} of {of, number} asked, {cost}.", { asked, of, cost })}
      </p>
      {id !== null && rest > 0 && (
        <Button
          kind="quiet"
          className="link self-start"
          disabled={busy}
          onClick={() => {
            ask(() => askEveryone(id));
          }}
        >
          {say("Ask the other {rest, plural, =1 {one} =2 {two} =3 {three} other {#}}{price}", {
            rest,
            price: rest_cost === null ? "" : ` (${rest_cost})`,
          })}
        </Button>
      )}
      <Refusal problem={problem} />
      <Members agreed={agreed} />
      {why !== "" && (
        <section className="box">
          <h3>
            {say("Why only {asked, plural, =1 {one was} =2 {two were} =3 {three were} other {# were}} asked", {
              asked,
            })}
          </h3>
          <p>
            <Coded text={why} />
          </p>
        </section>
      )}
    </div>
  );
}

/** Each member, and whether it was asked. */
function Members({ agreed }: { agreed: boolean }) {
  const looks = useLooks();
  const seats = useMoment(({ state }) => state.seats).filter(({ id }) => id.startsWith("seat-"));
  const first = useMoment(({ state }) => latest(state.findings, "selection")?.asked);
  if (first === undefined) return null;
  return (
    <ul className="row" aria-label={say("Members")}>
      {seats.map(({ id }) => (
        <li key={id} className="inline pill">
          <Face look={lookOf(looks, id)} size={20} /> {lookOf(looks, id).name}{" "}
          <small>{!first.includes(id) ? say("not asked") : agreed ? say("same answer") : say("answered")}</small>
        </li>
      ))}
    </ul>
  );
}
