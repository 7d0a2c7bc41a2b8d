// What did calls take, row by row? Columns in which nothing stands are left out; a price that is unknown is never 0.
import type { ReactNode } from "react";
import { say } from "@/language/say";
import { Rows } from "../analytics/parts";
import { dollars, number, type Row } from "./words";

interface Column {
  title: string;
  help?: string;
  of: (row: Row) => string;
}

const amount = (value: number): string => (value === 0 ? "" : dollars(value));

/** Whether it cost nothing, as a list of prices says: a model of this machine, say. */
const free = (row: Row): boolean => row.charged + row.listed + row.at_most + row.unknown === 0;

const COLUMNS: readonly Column[] = [
  { title: say("Charged"), help: say("What services said they charged"), of: (row) => amount(row.charged) },
  {
    title: say("By price list"),
    help: say("What the tokens come to by a list of prices"),
    of: (row) => (free(row) ? dollars(0) : amount(row.listed)),
  },
  {
    title: say("May still be billed"),
    help: say("At most, for calls that failed or told no price"),
    of: (row) => amount(row.at_most),
  },
  {
    title: say("Price unknown"),
    help: say("Calls no amount counts"),
    of: (row) => (row.unknown === 0 ? "" : number(row.unknown)),
  },
  { title: say("Sessions"), of: (row) => (row.sessions === null ? "" : number(row.sessions)) },
  { title: say("Calls"), of: (row) => number(row.calls) },
  { title: say("Tokens read"), of: (row) => number(row.read) },
  { title: say("Tokens written"), of: (row) => number(row.written) },
];

interface Given {
  caption: string;
  head: string;
  rows: readonly Row[];
  name?: (name: string) => ReactNode;
}

export function UsageTable({ caption, head, rows, name = (each) => each }: Given) {
  const shown = COLUMNS.filter((column) => rows.some((row) => column.of(row) !== ""));
  return (
    <Rows caption={caption} heads={[{ title: head }, ...shown.map(({ title, help }) => ({ title, how: help }))]}>
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row">{name(row.name)}</th>
          {shown.map((column) => (
            <td key={column.title}>{column.of(row)}</td>
          ))}
        </tr>
      ))}
    </Rows>
  );
}
