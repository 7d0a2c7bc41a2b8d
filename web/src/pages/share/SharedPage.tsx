// What does somebody see who was given a session to read? The session under a banner, with nothing that changes it.
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { Bone, Empty, Failed } from "@/controls/Card";
import { Say, say } from "@/language/say";
import { day } from "@/language/written";
import { shared } from "@/playback/live/live";
import { client, given, problemFrom, Refused } from "@/wire/client";
import { Watched } from "../session/SessionPage";
import css from "./share.module.css";

interface Given {
  token: string;
  view: string | undefined;
}

export default function SharedPage(shown: Given) {
  return (
    <main>
      <Shared {...shown} />
    </main>
  );
}

function Shared({ token, view }: Given) {
  const [source] = useState(() => shared(token));
  const row = useQuery({
    queryKey: ["shared", token],
    queryFn: async () => given(await client.GET("/api/shared/{token}", { params: { path: { token } } })),
    staleTime: 60_000,
  });
  if (row.isPending) return <Bone height="46px" />;
  if (row.error instanceof Refused && [401, 403, 404, 410].includes(row.error.status))
    return (
      <Empty whole title={say("This link works no more.")}>
        <p>{say("It has expired, was revoked, or is not whole. The session itself is kept where it was held.")}</p>
        <p>{say("Ask whoever sent it to you for another.")}</p>
      </Empty>
    );
  if (row.data === undefined) return <Failed problem={problemFrom(row.error)} again={() => void row.refetch()} />;
  const { expires, hide_prompts: hidden } = row.data;
  return (
    <div className={`${css["shared"]} grid`}>
      <p className={`${css["banner"]} line muted small lined`}>
        <Eye size={15} aria-hidden="true" />
        <span>
          <Say
            text="<strong>Read-only.</strong> You can watch and replay this session, not steer it."
            tags={{ strong: (words) => <b className="ink">{words}</b> }}
          />
          {hidden && <> {say("Prompts are left out.")}</>}
          {expires !== null && <> {say("The link works until {day}.", { day: day(expires) })}</>}
        </span>
      </p>
      <Watched source={source} view={view} base={`/share/${token}`} id={null} />
    </div>
  );
}
