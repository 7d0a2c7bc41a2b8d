// Which parts make up a session's page? The header, the view that was asked for, and the timeline under it.
import { lazy, Suspense, useMemo } from "react";
import { Boundary } from "@/controls/Boundary";
import { Bone, Failed } from "@/controls/Card";
import { useMoment, useTransport } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import { Timeline } from "@/timeline/Timeline";
import { SessionHeader } from "./SessionHeader";
import css from "./session.module.css";

const VIEWS = {
  council: { title: "Council", View: lazy(() => import("@/council/CouncilView")) },
  theatre: { title: "Theatre", View: lazy(() => import("@/theatre/TheatreView")) },
  matrix: { title: "Matrix", View: lazy(() => import("@/matrix/MatrixView")) },
  verdict: { title: "Verdict", View: lazy(() => import("@/verdict/VerdictView")) },
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

const isView = (name: string | undefined): name is ViewName => name !== undefined && Object.hasOwn(VIEWS, name);

/** `base` is the address of the session's page; `id` is null where nothing can be asked of a server. */
export function SessionView({ view, base, id }: { view: string | undefined; base: string; id: string | null }) {
  const protocol = useMoment(({ state }) => state.protocol);
  const problem = useTransport((transport) => transport.problem);
  const loaded = useTransport((transport) => transport.loaded);
  const connection = useTransport((transport) => transport.connection);
  const status = useMoment(({ state }) => state.status);
  const steering = useMemo(() => ({ id, base }), [id, base]);
  if (problem !== null && !loaded) return <Failed problem={problem} />;
  const name = isView(view) ? view : protocol === "debate" ? "theatre" : "council";
  const { title, View } = VIEWS[name];
  return (
    <div className={css["session"]} data-testid="session" data-status={status} data-connection={connection}>
      <SessionHeader view={name} base={base} id={id} />
      <div className={css["view"]} data-testid="view">
        <Boundary name={`The view “${title}”`} key={name}>
          <Suspense fallback={<Bone height="100%" />}>
            <SteeringContext value={steering}>{loaded && <View />}</SteeringContext>
          </Suspense>
        </Boundary>
      </div>
      <Timeline />
    </div>
  );
}
