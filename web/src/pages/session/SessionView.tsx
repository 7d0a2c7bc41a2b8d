// Which parts make up a session's page? The header, the view that was asked for, and the timeline under it.
import { Suspense, useMemo, useState } from "react";
import { late } from "@/controls/late";
import { Boundary } from "@/controls/Boundary";
import { Bone, Failed } from "@/controls/Card";
import { useMoment, usePlayer, useTransport } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import { ariaKeys } from "@/keyboard/shortcuts";
import { statusOf } from "@/playback/fold/status";
import { Timeline } from "@/views/timeline/Timeline";
import { useTitle } from "../title";
import { Announcer } from "./Announcer";
import { SessionBar } from "./SessionBar";
import { SessionHeader } from "./SessionHeader";
import { SessionKeys } from "./SessionKeys";
import { viewFrom, VIEWS } from "./views";
import css from "./session.module.css";

const Inspector = late(() => import("@/views/inspector/Inspector"));

/** `base` is the address of the session's page; `id` is null where nothing can be asked of a server. */
export function SessionView({ view, base, id }: { view: string | undefined; base: string; id: string | null }) {
  const player = usePlayer();
  const protocol = useMoment(({ state }) => state.protocol);
  const problem = useTransport((transport) => transport.problem);
  const loaded = useTransport((transport) => transport.loaded);
  const connection = useTransport((transport) => transport.connection);
  const status = useMoment(({ state }) => statusOf(state));
  useTitle(useMoment(({ state }) => state.question.text.replaceAll(/\s+/g, " ").trim()));
  const steering = useMemo(() => ({ id, base }), [id, base]);
  const [inspected, inspect] = useState(false);
  if (problem !== null && !loaded)
    return (
      <Failed
        problem={problem}
        again={() => {
          player.reopen();
        }}
      />
    );
  const name = viewFrom(view, protocol);
  const { title, View } = VIEWS[name];
  return (
    <div className={css["session"]} data-testid="session" data-status={status} data-connection={connection}>
      <SessionHeader view={name} base={base} id={id} />
      <SessionBar id={id} view={name} />
      <div className={css["middle"]}>
        <div className={css["view"]} data-view={name} data-testid="view">
          <Boundary name={`The view “${title}”`} key={name}>
            <Suspense fallback={<Bone height="100%" />}>
              <SteeringContext value={steering}>{loaded ? <View /> : <Bone height="100%" />}</SteeringContext>
            </Suspense>
          </Boundary>
        </div>
        {inspected && (
          <Boundary name="The inspector">
            <Suspense fallback={<Bone width="380px" height="100%" />}>
              <Inspector
                id={id}
                onClose={() => {
                  inspect(false);
                }}
              />
            </Suspense>
          </Boundary>
        )}
      </div>
      <Timeline keys={ariaKeys} />
      <SessionKeys
        base={base}
        inspect={(open) => {
          const wanted = open ?? !inspected;
          if (wanted === inspected) return false;
          inspect(wanted);
          return true;
        }}
      />
      <Announcer />
    </div>
  );
}
