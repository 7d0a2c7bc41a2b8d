// Voter quality: how reliable each model has been as a voter. All figures are the server's.
import { Link } from "wouter";
import { Say, say } from "@/language/say";
import { useTitle } from "../title";
import { Awaited } from "../Awaited";
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
  useTitle(say("Voters"));
  return (
    <div className={`${css["page"] ?? ""} ${css["wide"] ?? ""}`}>
      <header className={css["head"]}>
        <h1>{say("Voters")}</h1>
        <p>{say("How reliable each model has been as a voter.")}</p>
      </header>
      <Awaited asked={useUpkeep()} waits={say("Figures are being made")}>
        {(report) => (
          <div className="stack loose">
            {report.sessions === 0 && report.voters.length === 0 && (
              <p className={`${css["how"]} small wrap`}>
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
            <Alarms alarms={report.alarms} />
            <Voters report={report} />
            <Tiers report={report} />
            <Controls />
            <Pairs report={report} />
            <Schedules />
            <Channels />
          </div>
        )}
      </Awaited>
    </div>
  );
}
