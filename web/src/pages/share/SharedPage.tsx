// What does somebody see who was given a session to read? The session, with nothing that changes it.
import { useState } from "react";
import { shared } from "@/playback/live";
import { Watched } from "../session/SessionPage";

export default function SharedPage({ token, view }: { token: string; view: string | undefined }) {
  const [source] = useState(() => shared(token));
  return <Watched source={source} view={view} base={`/share/${token}`} id={null} />;
}
