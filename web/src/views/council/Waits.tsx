// What is a seat waiting for? The server's sentence with the seconds that are left, and a way to go on without it.
import { FastForward, Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { goOn, useAsking } from "@/hooks/asking";
import { useLooks, useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import css from "./council.module.css";

export function Waits({ move }: { move: string }) {
  const wait = useMoment(({ waits }) => waits.get(move));
  const looks = useLooks();
  if (wait === undefined) return null;
  const look = lookOf(looks, wait.seat);
  return (
    <div className={`${css["waits"]} stack items-start below`}>
      {wait.says !== "" && (
        <p className="muted small light">
          <Hourglass size={14} aria-hidden="true" />{" "}
          <span role="status">{`${wait.says.charAt(0).toUpperCase()}${wait.says.slice(1)}.`}</span>{" "}
          <Left until={wait.until} limited={wait.why === "rate" || wait.why === "retry_after"} />
        </p>
      )}
      {wait.optional && <GoOn seat={wait.seat} name={look.name} />}
    </div>
  );
}

/** The seconds that are left, written anew each second; not read aloud. */
function Left({ until, limited }: { until: number | null; limited: boolean }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [until]);
  if (until === null) return null;
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const words = limited
    ? say("Next try in {seconds, number} s.", { seconds: left })
    : say("{seconds, number} s at most", { seconds: left });
  return <span aria-hidden="true">{words}</span>;
}

function GoOn({ seat, name }: { seat: string; name: string }) {
  const { id } = useSteering();
  const { busy, problem, ask } = useAsking();
  if (id === null) return null;
  return (
    <>
      <div>
        <Button
          disabled={busy}
          title={say("Its answer is then missing, and the result says so.")}
          onClick={() => {
            ask(() => goOn(id, seat));
          }}
        >
          <FastForward size={15} aria-hidden="true" />{" "}
          {busy ? say("Going on …") : say("Go on without {name}", { name })}
        </Button>
      </div>
      <Refusal problem={problem} />
    </>
  );
}
