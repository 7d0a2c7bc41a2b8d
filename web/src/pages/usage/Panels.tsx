// Panels that installed packages add: the server describes a table or a chart, and this draws it.
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { Rows } from "../analytics/parts";
import { Awaited } from "../Awaited";
import { number } from "./words";
import css from "../figures.module.css";

type Chart = Schemas["PanelChart"];
type Table = Schemas["PanelTable"];

const [WIDTH, HEIGHT] = [600, 160];

export function Panels() {
  const { data } = useQuery({
    queryKey: ["panels"],
    queryFn: async () => given(await client.GET("/api/panels")).panels,
  });
  return (data ?? []).map((panel) => <Panel key={panel.name} {...panel} />);
}

function Panel({ name, title, help }: Schemas["PanelRow"]) {
  const asked = useQuery({
    queryKey: ["panels", name],
    queryFn: async () => given(await client.GET("/api/panels/{name}", { params: { path: { name } } })).shown,
  });
  return (
    <Card title={title}>
      {help !== "" && <p className={`${css["how"]} small wrap`}>{help}</p>}
      <Awaited asked={asked} waits={say("Figures are being counted")}>
        {(shown) =>
          shown.type === "chart" ? <Drawn chart={shown} title={title} /> : <Told table={shown} title={title} />
        }
      </Awaited>
    </Card>
  );
}

const cell = (value: string | number | null | undefined): string =>
  typeof value === "number" ? number(value) : (value ?? "–");

function Told({ table: { columns, rows, says }, title }: { table: Table; title: string }) {
  return (
    <>
      {says !== "" && <p className="wrap">{says}</p>}
      {rows.length > 0 && (
        <Rows caption={title} heads={columns.map((column) => ({ title: column }))}>
          {rows.map(([first, ...others], row) => (
            <tr key={row}>
              <th scope="row">{cell(first)}</th>
              {others.map((value, column) => (
                <td key={column}>{cell(value)}</td>
              ))}
            </tr>
          ))}
        </Rows>
      )}
    </>
  );
}

/** The chart, and its figures as a table for whoever cannot see it. */
function Drawn({ chart, title }: { chart: Chart; title: string }) {
  const { kind, labels, series } = chart;
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = [Math.min(0, ...all), Math.max(1e-9, ...all)];
  const y = (value: number): number => HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const step = WIDTH / Math.max(1, labels.length);
  const bar = (step * 0.8) / Math.max(1, series.length);
  const hue = (at: number): string => `hsl(${String(Math.round((360 * at) / series.length) + 210)} 55% 55%)`;
  return (
    <>
      <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} width="100%" height={HEIGHT} aria-hidden="true">
        {series.map(({ title: name, values }, at) =>
          kind === "bars" ? (
            values.map(
              (value, index) =>
                value !== null && (
                  <rect
                    key={`${name} ${String(index)}`}
                    x={index * step + step * 0.1 + at * bar}
                    y={Math.min(y(value), y(0))}
                    width={bar}
                    height={Math.abs(y(value) - y(0))}
                    fill={hue(at)}
                  />
                ),
            )
          ) : (
            <polyline
              key={name}
              points={values
                .flatMap((value, index) =>
                  value === null ? [] : [`${String((index + 0.5) * step)},${String(y(value))}`],
                )
                .join(" ")}
              fill="none"
              stroke={hue(at)}
              strokeWidth="2"
            />
          ),
        )}
      </svg>
      <Told
        title={title}
        table={{
          type: "table",
          says: "",
          columns: ["", ...series.map((each) => each.title)],
          rows: labels.map((label, at) => [label, ...series.map(({ values }) => values[at] ?? null)]),
        }}
      />
    </>
  );
}
