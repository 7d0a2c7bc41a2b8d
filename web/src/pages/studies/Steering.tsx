// How is a study stopped, and gone on with, from its page? By buttons that say what it costs; what keeps it from that is told.
import { useQueryClient } from "@tanstack/react-query";
import { Pause, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { StudyHead } from "./asked";
import { GoOn } from "./GoOn";
import { Retry } from "./Retry";
import figures from "../figures.module.css";

/** Milliseconds after which a study that was just begun is looked at again: by then its process has said so. */
const SOON = 1_500;

export function Steering({ head }: { head: StudyHead }) {
  const { study: row, again: askable, older, wants_budget: wantsBudget } = head;
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
  const begun = (): string => {
    setTimeout(() => void queries.invalidateQueries({ queryKey: ["studies"] }), SOON);
    return say("It is being asked. Whatever is left then stands here with its cause.");
  };
  const goOn = async (budget: number | null): Promise<string> => {
    const body = budget === null ? {} : { body: { budget, accepts_drift: false } };
    given(await client.POST("/api/studies/{study}/go-on", { params, ...body }));
    return begun();
  };
  const again = async (degraded: boolean, budget: number | null): Promise<string> => {
    const body = budget === null ? { degraded } : { degraded, budget };
    given(await client.POST("/api/studies/{study}/retry", { params, body }));
    return begun();
  };
  const left = (row.left + row.running > 0 || older.length > 0) && row.corpus !== "";
  const failed = askable.failed + askable.degraded > 0 && row.corpus !== "";
  if (row.asked_by === "" && !left && !failed) return null;
  return (
    <div className={figures["how"]}>
      {row.asked_by !== "" ? (
        <Button disabled={busy} onClick={() => void steer(stop)}>
          <Pause size={15} aria-hidden="true" /> {say("Stop the study")}
        </Button>
      ) : (
        <>
          {left && <GoOn row={row} wants={wantsBudget} busy={busy} onGo={(budget) => void steer(() => goOn(budget))} />}{" "}
          {failed && (
            <Button
              disabled={busy}
              onClick={() => {
                ask(true);
              }}
            >
              <RotateCcw size={15} aria-hidden="true" />{" "}
              {askable.failed > 0 ? say("Ask again what failed") : say("Ask again what is degraded")}
            </Button>
          )}
        </>
      )}{" "}
      <span role="status">{told}</span>
      {asking && (
        <Retry
          study={row}
          askable={askable}
          onConfirm={(degraded, budget) => steer(() => again(degraded, budget))}
          onClose={() => {
            ask(false);
          }}
        />
      )}
    </div>
  );
}
