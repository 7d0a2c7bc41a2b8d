// Where in the session are we, and where else could we be?
import { useTransport } from "@/hooks/session";
import { clockText } from "@/playback/clock";

export function Timeline() {
  const duration = useTransport((transport) => transport.duration);
  return <footer>{clockText(duration)}</footer>;
}
