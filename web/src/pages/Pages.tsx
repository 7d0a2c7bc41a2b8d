// Which page belongs to which address?
import { Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { late } from "@/controls/late";
import { Boundary } from "@/controls/Boundary";
import { Bone, Empty } from "@/controls/Card";
import { Toasts } from "@/controls/toasts";
import type { SessionPlace } from "@/hooks/sessions";
import { aroundNav } from "@/hooks/leaving";
import { Everywhere } from "@/keyboard/Everywhere";
import { say } from "@/language/say";
import { Shell } from "@/shell/Shell";
import { Insights } from "./Insights";
import { Commands } from "./palette/Commands";

const Convene = late(() => import("./convene/ConvenePage"));
const Session = late(() => import("./session/SessionPage"));
const Sessions = late(() => import("./sessions/SessionsPage"));
const Compare = late(() => import("./compare/ComparePage"));
const Settings = late(() => import("./settings/SettingsPage"));
const Upkeep = late(() => import("./upkeep/UpkeepPage"));
const Usage = late(() => import("./usage/UsagePage"));
const Analytics = late(() => import("./analytics/AnalyticsPage"));
const Studies = late(() => import("./studies/StudiesPage"));
const Shared = late(() => import("./share/SharedPage"));

export function Pages() {
  return (
    <Router aroundNav={aroundNav}>
      <Switch>
        <Route path="/share/:token/:view?">
          {({ token, view }) => (
            <Whole name={say("The shared session")}>
              <Shared key={token} token={token} view={view} />
            </Whole>
          )}
        </Route>
        <Route>
          <Shell>
            <Switch>
              <Route path="/">
                <Whole name={say("The page to ask")}>
                  <Convene />
                </Whole>
              </Route>
              {["/s/:id/:view?", "/c/:conversation/:id?/:view?"].map((path) => (
                <Route<SessionPlace> key="session" path={path}>
                  {({ conversation, id, view }) => (
                    <Whole name={say("The session")}>
                      <Session key={id} {...{ conversation, id, view }} />
                    </Whole>
                  )}
                </Route>
              ))}
              <Route path="/sessions">
                <Whole name={say("The list of sessions")}>
                  <Sessions />
                </Whole>
              </Route>
              <Route path="/studies/:id?/:part?">
                {({ id = "", part = "" }) => (
                  <Whole name={say("The page of studies")}>
                    <Insights>
                      <Studies id={id} part={part} />
                    </Insights>
                  </Whole>
                )}
              </Route>
              <Route path="/compare/:a?/:b?">
                {({ a, b }) => (
                  <Whole name={say("The comparison")}>
                    <Compare a={a} b={b} />
                  </Whole>
                )}
              </Route>
              <Route path="/analytics/:part?/:a?/:b?">
                {({ part = "", a = "", b = "" }) => (
                  <Whole name={say("The boards")}>
                    <Insights>
                      <Analytics part={part} a={a} b={b} />
                    </Insights>
                  </Whole>
                )}
              </Route>
              <Route path="/upkeep">
                <Whole name={say("The page of voters")}>
                  <Insights>
                    <Upkeep />
                  </Insights>
                </Whole>
              </Route>
              <Route path="/usage">
                <Whole name={say("The page of usage")}>
                  <Insights>
                    <Usage />
                  </Insights>
                </Whole>
              </Route>
              <Route path="/settings/:section?/:item?">
                {({ section, item }) => (
                  <Whole name={say("The settings")}>
                    <Settings section={section} item={item} />
                  </Whole>
                )}
              </Route>
              <Route>
                <Empty whole title={say("There is nothing at this address.")}>
                  <p>{say("It may have been deleted, or the address is not whole.")}</p>
                  <a href="/">{say("Ask a question")}</a>
                </Empty>
              </Route>
            </Switch>
          </Shell>
        </Route>
      </Switch>
      <Toasts />
      <Everywhere />
      <Commands />
    </Router>
  );
}

function Whole({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Boundary name={name}>
      <Suspense fallback={<Bone height="100%" />}>{children}</Suspense>
    </Boundary>
  );
}
