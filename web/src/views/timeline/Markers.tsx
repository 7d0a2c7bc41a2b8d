// What is worth going to? Flips, achievements, failures and the verdict, at their time; several at one place are one.
import { Award, CircleStop, Gavel, RotateCw, Shuffle, TriangleAlert } from "lucide-react";
import { memo, useMemo, type CSSProperties } from "react";
import { useLooks, usePlayer, useTransport } from "@/hooks/session";
import { clustered, type Marker, type MarkerKind } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import { clusterText } from "./words";
import css from "./timeline.module.css";

const TONES: Record<string, string> = { award: "gold", verdict: "gold", failure: "bad", stopped: "bad" };

export const ICONS: Record<MarkerKind, typeof Award> = {
  flip: Shuffle,
  award: Award,
  failure: TriangleAlert,
  verdict: Gavel,
  stopped: CircleStop,
  resumed: RotateCw,
};

/** Two places closer than this share of the running time would lie on each other. */
const NEAR = 0.014;

export const Markers = memo(function Markers({ markers }: { markers: readonly Marker[] }) {
  const player = usePlayer();
  const looks = useLooks();
  const duration = useTransport((transport) => Math.max(1, transport.duration));
  const clusters = useMemo(() => clustered(markers, duration * NEAR), [markers, duration]);
  return clusters.map((cluster) => {
    const [Icon, style] = [ICONS[cluster.kind], { "--share": cluster.t / duration } as CSSProperties];
    const last = cluster.markers.at(-1);
    return (
      <button
        key={`${cluster.kind} ${String(cluster.t)}`}
        type="button"
        data-small
        tabIndex={-1}
        className={`${css["marker"]} middle absolute ${TONES[cluster.kind] ?? ""}`}
        style={style}
        title={`${clockText(cluster.t)} ${clusterText(cluster, looks)}`}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.stopPropagation();
        }}
        onClick={() => {
          player.seek(last?.t ?? 0);
        }}
      >
        <Icon size={11} />
        {cluster.markers.length > 1 && <b>{cluster.markers.length}</b>}
      </button>
    );
  });
});
