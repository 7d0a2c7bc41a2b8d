// What does one session look like? A header, one of its views, and the timeline: all functions of one cursor.
import "@/protocols/session";
import { useEffect, useState } from "react";
import { Redirect } from "wouter";
import { Bone, Failed } from "@/controls/Card";
import { SessionContext } from "@/hooks/session";
import { pageOf, useThread, type SessionPlace } from "@/hooks/sessions";
import { followStillness } from "@/hooks/stillness";
import { live } from "@/playback/live/live";
import { Player } from "@/playback/player";
import type { Source } from "@/playback/source";
import { problemFrom } from "@/wire/client";
import { followAddress, keepAddress } from "./address";
import { SessionView } from "./SessionView";
import { placeFrom, VIEWS } from "./views";

export default function SessionPage({ conversation, id, view }: SessionPlace) {
  const row = { session: id ?? "", conversation: conversation ?? null };
  return id === undefined ? <Latest id={conversation ?? ""} /> : <Live id={id} view={view} base={pageOf(row)} />;
}

/** A conversation's address leads to its latest session. */
function Latest({ id }: { id: string }) {
  const { data, error, refetch } = useThread(id);
  const latest = data?.at(-1);
  if (error !== null) return <Failed whole problem={problemFrom(error)} again={() => void refetch()} />;
  return latest === undefined ? <Bone height="100%" /> : <Redirect to={pageOf(latest)} replace />;
}

function Live({ id, view, base }: { id: string; view: string | undefined; base: string }) {
  const [source] = useState(() => live(id));
  return <Watched source={source} view={view} base={base} id={id} />;
}

/** A session from any source, with everything that shows it. */
export function Watched(given: { source: Source; view: string | undefined; base: string; id: string | null }) {
  const { source, view, base, id } = given;
  const [player] = useState(() => new Player());
  // The view's code comes along with the events, not after them; where it does not come, the view itself says so.
  useState(() => VIEWS[placeFrom(view)?.view ?? "result"].load().catch(() => undefined));
  useEffect(() => {
    const still = followStillness(player);
    followAddress(player);
    player.open(source);
    const kept = keepAddress(player);
    return () => {
      kept();
      still();
      player.dispose();
    };
  }, [player, source]);
  return (
    <SessionContext value={player}>
      <SessionView view={view} base={base} id={id} />
    </SessionContext>
  );
}
