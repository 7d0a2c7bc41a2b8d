// The note on a session that asked only some of its members: who agreed, what it cost, and a button that asks the others.
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { askEveryone, useAsking } from "@/hooks/asking";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import type { Contract } from "./contract";

export function Selective({ selective }: { selective: NonNullable<Contract["selective"]> }) {
  const { asked, of, makers, cost, rest_cost, agreed } = selective;
  const { id } = useSteering();
  const { busy, problem, ask } = useAsking();
  const rest = of - asked;
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
    </div>
  );
}
