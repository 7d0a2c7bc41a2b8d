// Show what a council of this size is worth beside its best member. Figures and sentences are the server's.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { Card } from "@/controls/Card";
import { Choice } from "@/controls/Switches";
import { Say, say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { Awaited } from "../Awaited";
import { useTitle } from "../title";
import { AheadTable } from "./tables";
import css from "../figures.module.css";

type Report = Schemas["EvidenceReport"];
type Told = Schemas["EvidenceSentence"];
const SIZES = ["", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;
type Size = (typeof SIZES)[number];

const useEvidence = (seats: Size) =>
  useQuery({
    queryKey: ["evidence", seats],
    queryFn: async () =>
      given(await client.GET("/api/evidence", { params: { query: seats === "" ? {} : { seats: Number(seats) } } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export default function EvidencePage() {
  useTitle(say("Evidence"));
  const [search, setSearch] = useSearchParams();
  const seats = SIZES.find((each) => each === search.get("seats")) ?? "";
  const asked = useEvidence(seats);
  return (
    <div className={css["page"]}>
      <header className={css["head"]}>
        <h1>{say("Evidence")}</h1>
        <p>
          {say(
            "What a council is worth beside its best member. Councils are drawn at random and counted as real ones are, so that the best answer is known.",
          )}
        </p>
      </header>
      <Choice<Size>
        label={say("Seats")}
        value={seats}
        choices={SIZES.map((each) => ({ value: each, title: each === "" ? say("Your council") : each }))}
        onChoose={(chosen) => {
          setSearch(chosen === "" ? {} : { seats: chosen }, { replace: true });
        }}
      />
      <Awaited asked={asked} waits={say("Figures are being made")}>
        {(report) => <Shown report={report} busy={asked.isPlaceholderData} />}
      </Awaited>
    </div>
  );
}

function Shown({ report, busy }: { report: Report; busy: boolean }) {
  const { known } = report;
  return (
    <div className={css["shown"]} aria-busy={busy}>
      <Card title={report.why}>
        <Sentences of={report.said} />
      </Card>
      {report.ahead.length > 0 && (
        <Card title={say("Whom readers put ahead")}>
          <AheadTable rows={report.ahead} />
          <p className={css["how"]}>
            {say(
              "How often a reader put a model above another one on the same ballot, in your earlier sessions; own answers left out. Being put ahead is not being right.",
            )}
          </p>
        </Card>
      )}
      <Card title={say("What known answers say")}>
        {known === null ? (
          <p className={css["how"]}>
            <Say
              text="No question with a known answer was asked yet. Give each line of a run an <field>answer</field>: members’ records, the council’s, and how far they err together are shown here."
              tags={{ field: (words) => <code>{words}</code> }}
            />
          </p>
        ) : (
          <Sentences of={report.learnt} />
        )}
      </Card>
      <Card title={say("What this rests on")}>
        <Sentences of={report.assumed} />
      </Card>
    </div>
  );
}

/** No line begins with a sign of percent. */
const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");

function Sentences({ of }: { of: readonly Told[] }): ReactNode {
  return (
    <ul className={css["said"]}>
      {of.map((each) => (
        <li key={each.says}>
          <p>{unbroken(each.says)}</p>
          <p className={css["how"]}>{unbroken(each.how)}</p>
        </li>
      ))}
    </ul>
  );
}
