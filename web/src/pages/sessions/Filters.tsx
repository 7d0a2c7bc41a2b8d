// Which sessions are looked for? Words that were asked or said, how they stand, their protocol, and where they were asked.
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useProtocols } from "@/hooks/queries";
import { SOURCE_WORDS, SOURCES, STATE_WORDS, STATES, type Wanted } from "@/hooks/sessions";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import css from "./sessions.module.css";

const WAIT = 220;

interface Given {
  chosen: Wanted;
  onChoose: (changed: Partial<Wanted>) => void;
}

export function Filters({ chosen, onChoose }: Given) {
  const protocols = useProtocols().data?.protocols.map(({ protocol }) => protocol) ?? [];
  return (
    <div className="row">
      <Words q={chosen.q} onChoose={onChoose} />
      <div className={`${css["states"]} row`} role="group" aria-label={say("How they stand")}>
        {STATES.map((state) => {
          const on = chosen.state.includes(state);
          return (
            <button
              key={state}
              type="button"
              aria-pressed={on}
              onClick={() => {
                onChoose({ state: on ? chosen.state.filter((each) => each !== state) : [...chosen.state, state] });
              }}
            >
              {STATE_WORDS[state]}
            </button>
          );
        })}
      </div>
      <label className="line muted small">
        {say("Protocol")}
        <select
          value={chosen.protocol}
          onChange={(event) => {
            onChoose({ protocol: event.target.value });
          }}
        >
          <option value="">{say("any")}</option>
          {[...new Set([...protocols, chosen.protocol])]
            .filter((name) => name !== "")
            .map((name) => (
              <option key={name} value={name}>
                {titleOf(name)}
              </option>
            ))}
        </select>
      </label>
      <label className="line muted small">
        {say("Asked in")}
        <select
          value={chosen.source}
          onChange={(event) => {
            onChoose({ source: event.target.value as Wanted["source"] });
          }}
        >
          <option value="">{say("any")}</option>
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {SOURCE_WORDS[source]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Asks a moment after the last letter, so that the list does not flicker; another search from elsewhere is shown. */
function Words({ q, onChoose }: { q: string; onChoose: (changed: Partial<Wanted>) => void }) {
  const [words, setWords] = useState(q);
  const [seen, see] = useState(q);
  const [told, remember] = useState(q);
  if (q !== seen) {
    see(q);
    if (q !== told) {
      remember(q);
      setWords(q);
    }
  }
  const tell = useRef(onChoose);
  useEffect(() => {
    tell.current = onChoose;
  });
  useEffect(() => {
    if (words.trim() === q) return;
    const timer = setTimeout(() => {
      remember(words.trim());
      tell.current({ q: words.trim() });
    }, WAIT);
    return () => {
      clearTimeout(timer);
    };
  }, [words, q]);
  return (
    <label className={`${css["words"]} line muted on-sunk bordered rounded`}>
      <Search size={16} aria-hidden="true" />
      <span className="unseen">{say("Search what was asked and said")}</span>
      <input
        type="search"
        placeholder={say("Search what was asked and said")}
        value={words}
        maxLength={500}
        onChange={(event) => {
          setWords(event.target.value);
        }}
      />
    </label>
  );
}
