// What stands beside the arena? Who stands where, and what has happened.
import { say } from "@/language/say";
import { Chronicle } from "./Chronicle";
import { StreetCred } from "./StreetCred";
import css from "./side.module.css";

export function SidePanel({ onOpen }: { onOpen: (seat: string) => void }) {
  return (
    <aside className={`${css["side"]} column fixed low here on-raised`}>
      <StreetCred onOpen={onOpen} />
      <section className={`${css["told"]} column`}>
        <h2 className="spread caps flex on-baseline tight below">{say("Chronicle")}</h2>
        <Chronicle />
      </section>
    </aside>
  );
}
