// May votes be believed, and who of the voters earns a seat? Cards of it, all figures the server's.
import { Link } from "wouter";
import { Bone, Failed } from "@/controls/Card";
import { Say, say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import { useTitle } from "../title";
import { useUpkeep } from "./asked";
import { Alarms } from "./Alarms";
import { Channels } from "./Channels";
import { Controls } from "./Controls";
import { Pairs } from "./Pairs";
import { Schedules } from "./Schedules";
import { Tiers } from "./Tiers";
import { Voters } from "./Voters";
import css from "../figures.module.css";

export default function UpkeepPage() {
  useTitle(say("Upkeep"));
  const asked = useUpkeep();
  return (
    <div className={`${css["page"] ?? ""} ${css["wide"] ?? ""}`}>
      <header className={css["head"]}>
        <h1>{say("Upkeep")}</h1>
        <p>{say("May these votes be believed, and who of the voters earns a seat?")}</p>
      </header>
      {asked.data !== undefined ? (
        <div className={css["shown"]}>
          {asked.data.sessions === 0 && asked.data.voters.length === 0 && (
            <p className={css["how"]}>
              <Say
                text="Finished votes on claims fill this page: ask with the protocol <protocol>claim-vote</protocol>. Scripted voices, forks and imported sessions show nothing."
                tags={{
                  protocol: (words) => (
                    <Link href="/">
                      <code>{words}</code>
                    </Link>
                  ),
                }}
              />
            </p>
          )}
          <Alarms alarms={asked.data.alarms} />
          <Voters report={asked.data} />
          <Tiers report={asked.data} />
          <Controls />
          <Pairs report={asked.data} />
          <Schedules />
          <Channels />
        </div>
      ) : asked.error !== null ? (
        <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
      ) : (
        <div role="status" className={css["shown"]} aria-busy="true" aria-label={say("Figures are being made")}>
          <Bone height="220px" />
          <Bone height="180px" />
        </div>
      )}
    </div>
  );
}
