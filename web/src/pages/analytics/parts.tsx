// What do pages of standings share? Tables, models by name, figures with their sign.
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { say } from "@/language/say";
import { decimal } from "@/language/written";
import { modelAddress, tableAddress } from "./asked";
import css from "../figures.module.css";

export const mark = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : decimal(value, 2);

/** A difference with its sign; what is nothing when it is rounded has none. */
export const signed = (value: number): string => {
  const rounded = Number(value.toFixed(2));
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${decimal(Math.abs(rounded), 2)}`;
};

interface Head {
  title: string;
  /** How the figure is computed. */
  how?: string | undefined;
  /** Words stand below it, no figures. */
  words?: boolean;
}

export function Rows({ caption, heads, children }: { caption: string; heads: readonly Head[]; children: ReactNode }) {
  return (
    <div className={`${css["scroll"]} scroll`} tabIndex={0} role="region" aria-label={caption}>
      <table className={`${css["table"] ?? ""} ${css["usage"] ?? ""}`}>
        <thead>
          <tr>
            {heads.map(({ title, how, words = false }) => (
              <th key={title} scope="col" title={how} style={words ? { textAlign: "left" } : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A model by name, as a link to its page. */
export function Model({ id, provisional = false }: { id: string; provisional?: boolean }) {
  return (
    <>
      <Link href={modelAddress(id)}>{id}</Link>
      {provisional && (
        <small className={`${css["how"]} small wrap`} title={say("It sat in fewer than ten sessions.")}>
          {" "}
          {say("provisional")}
        </small>
      )}
    </>
  );
}

interface Ends {
  low: number | null;
  high: number | null;
}

/** An interval in words. */
export const betweenWords = ({ low, high }: Ends, write: (value: number) => string = mark): string =>
  low === null || high === null ? "–" : say("{low} to {high}", { low: write(low), high: write(high) });

interface Table {
  what: string;
  asked: Parameters<typeof tableAddress>[1];
  title?: string;
}

/** The same figures to keep, as a table and as data. */
export function AsTable({ what, asked, title = say("Save as CSV") }: Table) {
  return (
    <p>
      <a className="tap push" href={tableAddress(what, asked)} download>
        <Download size={15} aria-hidden="true" /> {title}
      </a>
    </p>
  );
}

export function Sum({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={`${css["how"]} small wrap`}>{says}</dd>
    </div>
  );
}

/** What is said while the server counts. */
export const COUNTING = say("Sessions are being counted");
