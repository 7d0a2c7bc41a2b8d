// How is a table of judgements drawn? A real table with one tab stop, a line that says the cell, and each row's reasons.
import { memo, useState } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { say } from "@/language/say";
import { lookOf, type Look, type Looks } from "@/playback/looks";
import { isBlank, spotOf, type Blank, type Cell, type Grid } from "./grid";
import { useRoving } from "./roving";
import css from "./grid.module.css";

export function GridTable({ grid, looks }: { grid: Grid; looks: Looks }) {
  const { rows, columns, totals } = grid;
  const { table, at, onKeyDown, seen } = useRoving(rows.length, columns.length);
  const [shown, show] = useState<string | null>(null);
  const [opened, open] = useState<string | null>(null);
  const cell = shown === null ? undefined : grid.cells.get(shown);
  const tall = columns.some((column) => column.seat === null && column.title.length > 9);
  return (
    <div className={css["frame"]}>
      <p className={css["explains"]}>{grid.explains}</p>
      <div className={css["scroll"]} tabIndex={-1}>
        <table ref={table} className={css["table"]} role="grid" aria-label={grid.title} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col" className={css["corner"]}>
                {grid.corner}
              </th>
              {columns.map((column) => (
                <th key={column.id} scope="col" className={tall && column.seat === null ? css["tall"] : undefined}>
                  {column.seat === null ? (
                    <span className={css["axis"]}>
                      <span>{column.title}</span>
                      {column.note !== "" && <small>{column.note}</small>}
                    </span>
                  ) : (
                    <Head look={lookOf(looks, column.seat)} />
                  )}
                </th>
              ))}
              {totals.map((total) => (
                <th key={total.title} scope="col" title={total.says} className={css["total"]}>
                  {total.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <Row key={row} grid={grid} row={row} look={lookOf(looks, row)} opened={opened === row} onOpen={open}>
                {columns.map((column, c) => {
                  const spot = spotOf(row, column.id);
                  return (
                    <Square
                      key={column.id}
                      cell={grid.cells.get(spot)}
                      spot={`${String(r)}.${String(c)}`}
                      stop={at.row === r && at.column === c}
                      about={`${lookOf(looks, row).name}, ${column.seat === null ? column.title : lookOf(looks, column.seat).name}`}
                      onShow={() => {
                        show(spot);
                      }}
                      onFocus={() => {
                        seen(r, c);
                        show(spot);
                      }}
                    />
                  );
                })}
              </Row>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css["line"]} aria-live="polite">
        {cell === undefined ? (
          <span className={css["hint"]}>{say("Choose a cell, with a pointer or the arrow keys, to read it.")}</span>
        ) : (
          <Words cell={cell} />
        )}
      </p>
      {grid.notes.map(({ seat, says }, at) => (
        <p key={at} className={css["note"]}>
          {seat !== null && (
            <>
              <Face look={lookOf(looks, seat)} size={18} /> <b>{lookOf(looks, seat).name}</b>{" "}
            </>
          )}
          {says}
        </p>
      ))}
    </div>
  );
}

const Head = memo(function Head({ look }: { look: Look }) {
  return (
    <span className={css["head"]} title={look.name}>
      <Face look={look} size={24} />
      <span className={css["short"]}>
        <Called name={look.short} />
      </span>
    </span>
  );
});

function Words({ cell }: { cell: Cell | Blank }) {
  if (isBlank(cell)) return <>{cell.says}</>;
  return (
    <>
      {cell.says}
      {cell.why !== "" && <q className={css["why"]}>{cell.why}</q>}
    </>
  );
}

function Row(given: {
  grid: Grid;
  row: string;
  look: Look;
  opened: boolean;
  onOpen: (row: string | null) => void;
  children: React.ReactNode;
}) {
  const { grid, row, look, opened, onOpen, children } = given;
  const said = grid.columns.flatMap((column) => {
    const cell = grid.cells.get(spotOf(row, column.id));
    return cell === undefined || isBlank(cell) ? [] : [{ id: column.id, cell }];
  });
  return (
    <>
      <tr>
        <th scope="row" className={css["who"]}>
          <button
            type="button"
            className={css["name"]}
            aria-expanded={opened}
            onClick={() => {
              onOpen(opened ? null : row);
            }}
          >
            <Face look={look} size={24} />{" "}
            <span>
              <Called name={look.name} />
            </span>
          </button>
        </th>
        {children}
        {grid.totals.map((total) => (
          <td key={total.title} className={css["total"]}>
            {total.of.get(row) ?? "–"}
          </td>
        ))}
      </tr>
      {opened && (
        <tr className={css["reasons"]}>
          <td colSpan={1 + grid.columns.length + grid.totals.length}>
            <ul>
              {said.length === 0 && <li>{say("Nobody has judged it.")}</li>}
              {said.map(({ id, cell }) => (
                <li key={id}>
                  <Words cell={cell} />
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function Square(given: {
  cell: Cell | Blank | undefined;
  spot: string;
  stop: boolean;
  about: string;
  onShow: () => void;
  onFocus: () => void;
}) {
  const { cell, spot, stop, about, onShow, onFocus } = given;
  const common = { role: "gridcell", "data-spot": spot, tabIndex: stop ? 0 : -1, onPointerEnter: onShow, onFocus };
  if (cell === undefined || isBlank(cell))
    return (
      <td
        {...common}
        className={css["blank"]}
        data-blank={cell?.blank ?? "waiting"}
        aria-label={`${about}: ${cell?.says ?? say("nothing yet")}`}
      >
        <span aria-hidden="true" />
      </td>
    );
  // Who speaks to the page says what they see: the name of a square holds the text in it, as a word of its own.
  const says = cell.says.split(/[\s,.:;]+/).includes(cell.text) ? cell.says : `${cell.text}: ${cell.says}`;
  const half = cell.share === null ? "none" : cell.share < 0.5 ? "low" : "high";
  return (
    <td {...common} className={css["cell"]} aria-label={`${says}${cell.why === "" ? "" : `: ${cell.why}`}`}>
      <span
        aria-hidden="true"
        data-was={cell.was === "" ? undefined : cell.was}
        data-half={half}
        style={{ "--share": cell.share ?? 0 } as React.CSSProperties}
      >
        {cell.text}
      </span>
    </td>
  );
}
