// Voter quality: how reliable each model has been as a voter. All figures are the server's.
import { Link } from "wouter";
import { Empty } from "@/controls/Card";
import { Say, say } from "@/language/say";
import { useTitle } from "../title";
import { Awaited } from "../Awaited";
import { useUpkeep, type Report } from "./asked";
import { Alarms } from "./Alarms";
import { Channels } from "./Channels";
import { Controls } from "./Controls";
import { Pairs } from "./Pairs";
import { Schedules } from "./Schedules";
import { Tiers } from "./Tiers";
import { Voters } from "./Voters";
import css from "../figures.module.css";

const isEmpty = ({ sessions, voters, alarms }: Report): boolean => sessions + voters.length + alarms.length === 0;

/** Before the first vote on claims. */
function Unvoted() {
  return (
    <Empty title={say("No vote was counted yet.")}>
      <p>
        <Say
          text="Ask a question with the protocol <protocol>claim-vote</protocol>: its finished votes are counted here. Votes of scripted voices, forks and imported sessions are not."
          tags={{
            protocol: (words) => (
              <Link href="/">
                <code>{words}</code>
              </Link>
            ),
          }}
        />
      </p>
    </Empty>
  );
}

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
            {isEmpty(report) ? (
              <Unvoted />
            ) : (
              <>
                <Alarms alarms={report.alarms} />
                <Voters report={report} />
                <Tiers report={report} />
                <Controls />
                <Pairs report={report} />
              </>
            )}
            <Schedules bare={isEmpty(report)} />
            <Channels bare={isEmpty(report)} />
          </div>
        )}
      </Awaited>
    </div>
  );
}
