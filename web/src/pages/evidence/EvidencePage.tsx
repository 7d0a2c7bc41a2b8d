// Show what earlier sessions show about models. Figures and sentences are the server's.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/controls/Card";
import { Say, say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { Awaited } from "../Awaited";
import { useTitle } from "../title";
import { AheadTable } from "./tables";
import css from "../figures.module.css";

type Report = Schemas["EvidenceReport"];
type Told = Schemas["EvidenceSentence"];

const useEvidence = () =>
  useQuery({
    queryKey: ["evidence"],
    queryFn: async () => given(await client.GET("/api/evidence")),
    staleTime: 60_000,
  });

export default function EvidencePage() {
  useTitle(say("Evidence"));
  const asked = useEvidence();
  return (
    <div className={css["page"]}>
      <header className={css["head"]}>
        <h1>{say("Evidence")}</h1>
        <p>{say("What earlier sessions show about models: whom readers put ahead, and who was right.")}</p>
      </header>
      <Awaited asked={asked} waits={say("Figures are being made")}>
        {(report) => <Shown report={report} />}
      </Awaited>
    </div>
  );
}

function Shown({ report }: { report: Report }) {
  const { known } = report;
  return (
    <div className="stack loose">
      {report.ahead.length > 0 && (
        <Card title={say("Whom readers put ahead")}>
          <AheadTable rows={report.ahead} />
          <p className={`${css["how"]} small wrap`}>
            {say(
              "How often a reader put a model above another one on the same ballot, in your earlier sessions; own answers left out. Being put ahead is not being right.",
            )}
          </p>
        </Card>
      )}
      <Card title={say("What known answers say")}>
        {known === null ? (
          <p className={`${css["how"]} small wrap`}>
            <Say
              text="No question with a known answer was asked yet. Give each line of a run an <field>answer</field>: members’ records, the council’s, and how far they err together are shown here."
              tags={{ field: (words) => <code>{words}</code> }}
            />
          </p>
        ) : (
          <Sentences of={report.learnt} />
        )}
      </Card>
    </div>
  );
}

/** No line begins with a sign of percent. */
const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");

function Sentences({ of }: { of: readonly Told[] }): ReactNode {
  return (
    <ul className="stack wrap">
      {of.map((each) => (
        <li key={each.says}>
          <p>{unbroken(each.says)}</p>
          <p className={`${css["how"]} small wrap`}>{unbroken(each.how)}</p>
        </li>
      ))}
    </ul>
  );
}
