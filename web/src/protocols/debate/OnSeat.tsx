// What lies on a member's seat in a debate? What it has earned, and a sign that it is reminded of earlier debates.
import { Medals } from "./Medals";
import { RemindedSign } from "./Reminded";

export function OnSeat({ seat }: { seat: string }) {
  return (
    <>
      <Medals seat={seat} />
      <RemindedSign seat={seat} />
    </>
  );
}
