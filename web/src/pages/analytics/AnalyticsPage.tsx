// Which model do its peers mark best, and what did debates bring? Figures are the server's; the address says whose.
import { Link, useSearchParams } from "wouter";
import { TextField } from "@/controls/Field";
import { Choice } from "@/controls/Switches";
import { say } from "@/language/say";
import { useTitle } from "../title";
import { modelIn, searchOf, wantedOf, type Voices, type Wanted } from "./asked";
import { Board } from "./Board";
import { Fame } from "./Fame";
import { ModelPart } from "./ModelPart";
import { Pair } from "./Pair";
import { Councils } from "./Others";
import css from "../figures.module.css";

const PARTS: Record<string, string> = {
  "": say("Leaderboard"),
  fame: say("Hall of fame"),
};

interface Given {
  part: string;
  a: string;
  b: string;
}

export default function AnalyticsPage({ part, a, b }: Given) {
  useTitle(say("Boards"));
  const [search, setSearch] = useSearchParams();
  const wanted = wantedOf(search);
  const change = (changed: Partial<Wanted>): void => {
    setSearch(searchOf({ ...wanted, ...changed }), { replace: true });
  };
  const kept = new URLSearchParams(searchOf({ ...wanted, since: "" })).toString();
  const listing = part in PARTS;
  return (
    <div className={`${css["page"] ?? ""} ${css["wide"] ?? ""}`}>
      <header className={css["head"]}>
        <h1>{say("Boards")}</h1>
        <p>
          {say(
            "How models were marked by the others in debates, without knowing whose answer it was. Forks and imported sessions are not counted.",
          )}
        </p>
        <nav className={`${css["legend"]} row`} aria-label={say("Analytics")}>
          {Object.entries(PARTS).map(([name, title]) => (
            <Link
              key={name}
              href={`/analytics${name === "" ? "" : `/${name}`}${kept === "" ? "" : `?${kept}`}`}
              aria-current={part === name ? "page" : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
      </header>
      {listing && (
        <div className="row at-end">
          <Choice<Voices>
            label={say("Voices")}
            value={wanted.voices}
            choices={[
              { value: "models", title: say("Language models") },
              { value: "scripted", title: say("Scripted voices") },
            ]}
            onChoose={(voices) => {
              change({ voices, council: "" });
            }}
          />
          <Councils
            of={wanted}
            onCouncil={(council) => {
              change({ council });
            }}
          />
          {part === "" && (
            <TextField
              type="date"
              label={say("Since (UTC)")}
              value={wanted.since}
              onText={(since) => {
                change({ since });
              }}
            />
          )}
        </div>
      )}
      {part === "" ? (
        <Board wanted={wanted} />
      ) : part === "fame" ? (
        <Fame whose={wanted} />
      ) : part === "pair" ? (
        <Pair a={modelIn(a)} b={modelIn(b)} />
      ) : (
        <ModelPart model={modelIn(a)} />
      )}
    </div>
  );
}
