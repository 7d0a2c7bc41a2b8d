// Open from everywhere: a new question, recent conversations, insights once there are any, settings.
import { ChartSpline, Plus, Search, Settings } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link, useLocation } from "wouter";
import { useHealth } from "@/hooks/queries";
import { useLate } from "@/hooks/sessions";
import { ariaKeys, perform, SHORTCUTS, shownKey } from "@/keyboard/shortcuts";
import { number, say } from "@/language/say";
import { LateSessions } from "./LateSessions";
import { Mark } from "./Mark";
import css from "./shell.module.css";

export function Rail() {
  const [words, setWords] = useState("");
  const [place, go] = useLocation();
  const alarms = useHealth().data?.alarms ?? 0;
  const q = useDeferredValue(words.trim());
  const insights = /^\/(usage|evidence|analytics|upkeep|studies)\b/.test(place);
  const learnt = useLate("").data?.sessions.some(({ door }) => door !== "example") ?? false;
  const current = (address: string): "page" | undefined => (place === address ? "page" : undefined);
  return (
    <nav className={`${css["rail"]} column low on-raised tall`} aria-label={say("Sessions")}>
      <Link href="/" className={`${css["brand"]} line ink plain`}>
        <Mark /> {"Moot"}
      </Link>
      <Link href="/" className={css["convene"]} aria-current={current("/")}>
        <Plus size={16} /> {say("Ask")}
      </Link>
      <form
        role="search"
        className={`${css["search"]} line fixed muted on-sunk outlined`}
        onSubmit={(event) => {
          event.preventDefault();
          go(words.trim() === "" ? "/sessions" : `/sessions?q=${encodeURIComponent(words.trim())}`);
        }}
      >
        <Search size={15} aria-hidden="true" />
        <input
          type="search"
          aria-label={say("Search sessions")}
          placeholder={say("Search")}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            if (words === "") event.currentTarget.blur();
            setWords("");
          }}
        />
        <button
          type="button"
          className={`${css["command"]} fixed tiny nowrap bordered`}
          aria-keyshortcuts={ariaKeys("search")}
          title={say("Search sessions and commands")}
          onClick={() => {
            perform("search");
          }}
        >
          <span className="unseen">{say("Search sessions and commands")} </span>
          {shownKey(SHORTCUTS.search.keys[0])}
        </button>
      </form>
      <LateSessions q={q} />
      <div className={`${css["foot"]} ruled grid snug`}>
        {(learnt || insights) && (
          <Link href="/usage" aria-current={insights ? "page" : undefined}>
            <ChartSpline size={16} /> {say("Insights")}
            {alarms > 0 && (
              <b className={`${css["count"]} bad small strong text-centre`}>
                <span aria-hidden="true">{number(alarms)}</span>
                <span className="unseen">{say("{alarms, plural, one {one alarm} other {# alarms}}", { alarms })}</span>
              </b>
            )}
          </Link>
        )}
        <Link href="/settings" aria-current={place.startsWith("/settings") ? "page" : undefined}>
          <Settings size={16} /> {say("Settings")}
        </Link>
      </div>
    </nav>
  );
}
