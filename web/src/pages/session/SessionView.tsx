// Which parts make up a session's page? The header, the view that was asked for, and where it is watched the timeline.
import { Suspense, useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { Boundary } from "@/controls/Boundary";
import { Bone, Failed } from "@/controls/Card";
import { useMoment, usePlayer, useStanding, useTransport } from "@/hooks/session";
import { pageOf } from "@/hooks/sessions";
import { SteeringContext } from "@/hooks/steering";
import { ariaKeys } from "@/keyboard/shortcuts";
import { say } from "@/language/say";
import { statusOf } from "@/playback/fold/status";
import { Timeline } from "@/views/timeline/Timeline";
import { useTitle } from "../title";
import { Announcer } from "./Announcer";
import { SessionBar } from "./SessionBar";
import { SessionHeader } from "./SessionHeader";
import { SessionKeys } from "./SessionKeys";
import { useOpening } from "./opening";
import { VIEWS } from "./views";
import css from "./session.module.css";

/** `base` is the address of the session's page; `id` is null where nothing can be asked of a server. */
export function SessionView({ view, base, id }: { view: string | undefined; base: string; id: string | null }) {
  const player = usePlayer();
  const problem = useTransport((transport) => transport.problem);
  const loaded = useTransport((transport) => transport.loaded);
  const connection = useTransport((transport) => transport.connection);
  const ended = useTransport((transport) => transport.ended);
  const status = useStanding(statusOf);
  useTitle(useMoment(({ state }) => state.question.text.replaceAll(/\s+/g, " ").trim()));
  const { place, ready } = useOpening(view, base);
  useConversation(view, base, id);
  const part = place?.part ?? "";
  // Who is at the theatre is led through what happens; who reads is kept from nothing.
  const watched = place?.view === "watch";
  useEffect(() => {
    player.direct(watched);
  }, [player, watched]);
  const steering = useMemo(() => ({ id, base, part }), [id, base, part]);
  if (problem !== null && !loaded)
    return (
      <Failed
        whole
        problem={problem}
        again={() => {
          player.reopen();
        }}
      />
    );
  const name = place?.view ?? "result";
  const { title, View } = VIEWS[name];
  const known = loaded && place !== null;
  // What has been said can be gone through once all of it is there.
  const timed = name === "watch" || (name === "transcript" && ended);
  return (
    <div className={css["session"]} data-testid="session" data-status={status} data-connection={connection}>
      <SessionHeader view={name} base={base} id={id} />
      <SessionBar id={id} base={base} view={name} ready={ready} />
      <div className={`${css["middle"]} slim low flex here`}>
        <div className="grow scroll low" data-view={place?.view} data-testid="view">
          <Boundary name={say("The view “{title}”", { title })} key={name}>
            <Suspense fallback={<Bone height="100%" />}>
              <SteeringContext value={steering}>{known ? <View /> : <Bone height="100%" />}</SteeringContext>
            </Suspense>
          </Boundary>
        </div>
      </div>
      {known && timed && <Timeline keys={ariaKeys} />}
      <SessionKeys timed={timed} base={base} />
      <Announcer />
    </div>
  );
}

/** Brings the address below that of the conversation, once that is known. */
function useConversation(view: string | undefined, base: string, id: string | null): void {
  const [, go] = useLocation();
  const known = useTransport(({ loaded, connection }) => loaded && connection !== "connecting");
  const conversation = useTransport((transport) => transport.conversation);
  useEffect(() => {
    if (id === null || !known) return;
    const own = pageOf({ session: id, conversation });
    if (own !== base)
      go(`${own}${view === undefined ? "" : `/${view}`}${location.search}${location.hash}`, { replace: true });
  }, [view, base, id, known, conversation, go]);
}
