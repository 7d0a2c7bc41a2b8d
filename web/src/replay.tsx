// What does a session look like that left as one file? The same pages over the events written into the page; no request.
import "./styles/fonts-latin.css";
import "./styles/tokens.css";
import "./styles/reset.css";
import "./styles/shared.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { domAnimation, LazyMotion } from "motion/react";
import { createRoot } from "react-dom/client";
import { Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { Empty } from "@/controls/Card";
import { Toasts } from "@/controls/toasts";
import { followSystem } from "@/hooks/preferences";
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { Watched } from "@/pages/session/SessionPage";
import type { Logged } from "@/playback/log";
import { recorded, type Source } from "@/playback/source";
import { heardFrom, isSpeaking } from "@/wire/event";
import type { Gist } from "@/wire/types";

interface Written {
  events: readonly Logged[];
  gist: Gist | null;
}

/** What is written into the page: its events, and what the session came to; null when there is none that can be read. */
function written(): Written | null {
  try {
    const text = document.getElementById("transcript")?.textContent ?? "";
    const { events, gist = null } = JSON.parse(text) as { events: readonly unknown[]; gist?: Gist | null };
    const heard = events.map(heardFrom).filter((event): event is Logged => event !== null && !isSpeaking(event));
    return heard.length === 0 ? null : { events: heard, gist };
  } catch {
    return null;
  }
}

/** A page opened from a disk may keep its moment out of the address: some browsers refuse to change it. */
function forgiving(): void {
  for (const way of ["pushState", "replaceState"] as const) {
    const before = history[way].bind(history);
    history[way] = (...given) => {
      try {
        before(...given);
      } catch {
        const [, , address] = given;
        const hash = address == null ? "" : new URL(address, location.href).hash;
        if (hash !== location.hash) location.hash = hash;
      }
    };
  }
}

function Replay({ source }: { source: Source }) {
  return (
    <Router hook={useHashLocation}>
      <Switch>
        <Route path="/:view?">
          {({ view }) => (
            <main style={{ height: "100dvh" }}>
              <Watched source={source} view={view} base="" id={null} />
            </main>
          )}
        </Route>
      </Switch>
    </Router>
  );
}

forgiving();
followSystem();
const found = written();
const first = found?.events[0];
if (first?.kind === "SessionOpened" && !("foreign" in first))
  document.title = `${first.body.question.text.slice(0, 80)} · Moot`;
const place = document.getElementById("root");
if (place === null) throw new Error("The page has no place for the session.");
createRoot(place).render(
  <QueryClientProvider client={queries}>
    <LazyMotion features={domAnimation} strict>
      {found === null ? (
        <Empty whole title={say("This page holds no session.")}>
          <p>
            {say("It is the empty form that an export fills. Export a session as a replay page to get one that plays.")}
          </p>
        </Empty>
      ) : (
        <Replay source={recorded(found.events, found.gist)} />
      )}
      <Toasts />
    </LazyMotion>
  </QueryClientProvider>,
);
