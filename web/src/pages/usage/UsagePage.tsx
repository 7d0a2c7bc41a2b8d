// What did questions take? Calls, tokens and money on some days; the server has counted, and told the kinds of money apart.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { Card, Empty } from "@/controls/Card";
import { TextField } from "@/controls/Field";
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";
import { client, given } from "@/wire/client";
import { Awaited } from "../Awaited";
import { useTitle } from "../title";
import { Panels } from "./Panels";
import { daysOf, queryOf, SPANS, spanOf, type Days, type Span } from "./range";
import { Shown } from "./Shown";
import css from "../figures.module.css";

const days = (count: number): string => say("{count, plural, one {# day} other {# days}}", { count });

const TITLES: Record<Span, string> = {
  "7": days(7),
  "30": days(30),
  "90": days(90),
  "366": say("A year"),
  own: say("Other days"),
};

const CHOICES = ([...SPANS, "own"] as const).map((value) => ({ value, title: TITLES[value] }));

const useUsage = (days: Days) =>
  useQuery({
    queryKey: ["usage", days],
    queryFn: async () => given(await client.GET("/api/usage", { params: { query: days } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export default function UsagePage() {
  useTitle(say("Usage"));
  const [search, setSearch] = useSearchParams();
  const span = spanOf(search);
  const days = daysOf(search);
  const asked = useUsage(days);
  return (
    <div className={`${css["page"] ?? ""} ${css["wide"] ?? ""}`}>
      <header className={css["head"]}>
        <h1>{say("Usage")}</h1>
        <p>
          {say(
            "Calls, tokens and money, by day, model and council. What a fork copied was no call of its own, and sessions that were imported made none here.",
          )}
        </p>
      </header>
      <div className="row at-end">
        <Choice<Span>
          label={say("Days")}
          value={span}
          choices={CHOICES}
          onChoose={(chosen) => {
            if (chosen === "own") setSearch({ from: asked.data?.first ?? "", to: asked.data?.last ?? "" });
            else setSearch(chosen === "30" ? {} : { days: chosen });
          }}
        />
        {span === "own" &&
          (["from", "to"] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={end === "from" ? say("First day (UTC)") : say("Last day (UTC)")}
              value={search.get(end) ?? ""}
              onText={(day) => {
                setSearch(
                  { from: search.get("from") ?? "", to: search.get("to") ?? "", [end]: day },
                  { replace: true },
                );
              }}
            />
          ))}
        <a className="tap push" href={`/api/usage?format=csv${queryOf(days)}`} download="moot-usage.csv">
          <Download size={15} aria-hidden="true" /> {say("Save as CSV")}
        </a>
      </div>
      <Awaited asked={asked} waits={say("Usage is being counted")}>
        {(report) =>
          report.since === "" ? (
            <Card>
              <Empty title={say("Nothing was asked yet.")}>
                <p>{say("What questions take is shown here once a council has answered one.")}</p>
                <Link href="/">{say("Ask a question")}</Link>
              </Empty>
            </Card>
          ) : (
            <Shown report={report} busy={asked.isPlaceholderData} />
          )
        }
      </Awaited>
      <Panels />
    </div>
  );
}
