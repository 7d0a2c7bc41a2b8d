// How is a study stopped, and gone on with, from its page? By buttons that say what it costs; what keeps it from that is told.
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { money } from "@/councils/money";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { StudyRow } from "./asked";
import { Retry } from "./Retry";
import figures from "../figures.module.css";

export function Steering({ row }: { row: StudyRow }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [told, tell] = useState("");
  const [asking, ask] = useState(false);
  const params = { path: { study: row.id } };
  const steer = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      tell(await work());
      await queries.invalidateQueries({ queryKey: ["studies"] });
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      tell(`${message} ${remedy}`);
    } finally {
      setBusy(false);
    }
  };
  const stop = async (): Promise<string> => {
    const { stopped } = given(await client.POST("/api/studies/{study}/stop", { params }));
    return stopped
      ? say("It is being stopped; what is finished is kept.")
      : say("Another process asks it; stop it there.");
  };
  const goOn = async (): Promise<string> => {
    given(await client.POST("/api/studies/{study}/go-on", { params }));
    return "";
  };
  const again = async (): Promise<string> => {
    given(await client.POST("/api/studies/{study}/retry", { params, body: { degraded: row.degraded > 0 } }));
    return "";
  };
  const left = row.left + row.running > 0 && row.corpus !== "";
  const failed = row.failed + row.degraded > 0 && row.corpus !== "";
  if (row.asked_by === "" && !left && !failed) return null;
  return (
    <div className={figures["how"]}>
      {row.asked_by !== "" ? (
        <Button disabled={busy} onClick={() => void steer(stop)}>
          <Pause size={15} aria-hidden="true" /> {say("Stop the study")}
        </Button>
      ) : (
        <>
          {left && (
            <Button disabled={busy} onClick={() => void steer(goOn)}>
              <Play size={15} aria-hidden="true" />{" "}
              {row.rest === null || row.rest === 0
                ? say("Go on with what is left")
                : say("Go on with what is left, about {sum}", { sum: money(row.rest) })}
            </Button>
          )}{" "}
          {failed && (
            <Button
              disabled={busy}
              onClick={() => {
                ask(true);
              }}
            >
              <RotateCcw size={15} aria-hidden="true" /> {say("Ask again what failed")}
            </Button>
          )}
        </>
      )}{" "}
      <span role="status">{told}</span>
      {asking && (
        <Retry
          row={row}
          onConfirm={() => steer(again)}
          onClose={() => {
            ask(false);
          }}
        />
      )}
    </div>
  );
}
