// Who sided with whom in all debates? A ring of models with a line for each pair, up to a month the slider sets; the same as a table.
import { useState } from "react";
import { Card, Empty, Failed } from "@/controls/Card";
import { Slider } from "@/controls/Switches";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useAlliances, type AlliancePair, type AllianceReport, type Whose } from "./asked";
import { Others } from "./Others";
import { AsTable, Counting, month, Model, Rows, signed } from "./parts";
import { Ring } from "./Ring";
import css from "../figures.module.css";

export function Alliances({ whose }: { whose: Whose }) {
  const [until, setUntil] = useState("");
  const asked = useAlliances(whose, until);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  if (asked.data === undefined) return <Counting />;
  if (asked.data.months.length === 0)
    return (
      <Card>
        <Empty title={say("No two models have met yet.")}>
          <p>{say("Once models have debated, who sided with whom is drawn here.")}</p>
          <Others voices={whose.voices} />
        </Empty>
      </Card>
    );
  return <Shown of={asked.data} busy={asked.isPlaceholderData} council={whose.council} onUntil={setUntil} />;
}

interface Given {
  of: AllianceReport;
  busy: boolean;
  council: string;
  onUntil: (until: string) => void;
}

function Shown({ of, busy, council, onUntil }: Given) {
  const last = of.months.length - 1;
  const at = of.until === "" ? last : Math.max(0, of.months.indexOf(of.until));
  return (
    <div className={css["shown"]} aria-busy={busy}>
      <Card
        title={say("Who sided with whom, {count, plural, one {# debate} other {# debates}}", { count: of.debates })}
      >
        {last > 0 && (
          <Slider
            label={say("Up to the end of")}
            value={at}
            min={0}
            max={last}
            written={(value) => month(of.months[value] ?? "")}
            onSlide={(value) => {
              onUntil(value === last ? "" : (of.months[value] ?? ""));
            }}
          />
        )}
        <Ring of={of} />
        <p className={css["how"]}>
          {say(
            "A line for each pair that met: the more debates, the wider; green where they mostly agreed, red where they mostly disagreed, grey between; faint where its interval reaches both. An arrow points from the model that is more for the other than the other for it, where the 95 % intervals of the two (Wilson’s, a stance counting once) do not overlap.",
          )}
        </p>
      </Card>
      <Card title={say("Pair by pair")}>
        <Rows
          caption={say("How each pair stood towards each other")}
          heads={[
            { title: say("Models") },
            { title: say("Debates") },
            { title: say("Net"), how: say("Agreed 1, disagreed −1, neutral 0: the mean over debates") },
            { title: say("95 % interval"), how: say("Wilson’s, a debate counting once") },
            { title: say("First of second"), how: say("Agrees, disagrees, neutral") },
            { title: say("Second of first"), how: say("Agrees, disagrees, neutral") },
          ]}
        >
          {of.pairs.map((pair) => (
            <Row key={`${pair.a} ${pair.b}`} pair={pair} />
          ))}
        </Rows>
        <AsTable what="analytics/alliances" asked={{ scripted: of.scripted, until: of.until, council }} />
      </Card>
    </div>
  );
}

function Row({ pair }: { pair: AlliancePair }) {
  const between = pair.warmer === "a" ? "→" : pair.warmer === "b" ? "←" : "–";
  return (
    <tr>
      <th scope="row">
        <Model id={pair.a} /> {between} <Model id={pair.b} />
      </th>
      <td>{number(pair.met)}</td>
      <td>{pair.net === null ? "–" : signed(pair.net)}</td>
      <td>{betweenWords(pair)}</td>
      {[pair.a_to_b, pair.b_to_a].map(({ agree, disagree, neutral }, at) => (
        <td key={at}>{[agree, disagree, neutral].map(number).join(" · ")}</td>
      ))}
    </tr>
  );
}

export const betweenWords = ({ low, high }: Pick<AlliancePair, "low" | "high">): string =>
  low === null || high === null ? "–" : say("{low} to {high}", { low: signed(low), high: signed(high) });
