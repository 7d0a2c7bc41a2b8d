// How is a study stopped, and gone on with, from its page? By buttons that say what it costs; what keeps it from that is told.
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Plus, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { useKeptFocus } from "@/hooks/keptFocus";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { StudyHead, StudyRow } from "../asked";
import { armBody, type ArmBody } from "./adding";
import { GoOn } from "./GoOn";
import { NewArm } from "./NewArm";
import { Retry } from "./Retry";
import figures from "../../figures.module.css";

/** Milliseconds after which a study that was just begun is looked at again: by then its process has said so. */
const SOON = 1_500;

/** How it stood when it was last begun, and whether it was looked at since. */
interface Begun {
  stamp: string;
  looked: boolean;
}
const standing = ({ done, failed, running, left, spent, pending }: StudyRow): string =>
  [done, failed, running, left, spent, pending].join(" ");

/** What came of having it asked: it is being asked, or nothing was, and why. What came to something stands on the page. */
function cameWords({ study: row, left: [first] }: StudyHead, { stamp, looked }: Begun): string {
  if (row.asked_by !== "" || !looked)
    return say("It is being asked. Whatever is left then stands here with its cause.");
  if (standing(row) !== stamp) return "";
  return first === undefined ? say("Nothing was asked.") : say("Nothing was asked: {why}", { why: first.why });
}

export function Steering({ head }: { head: StudyHead }) {
  const { study: row, again: askable, wants_budget: wantsBudget } = head;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [said, tell] = useState("");
  const [begunAt, begin] = useState<Begun | null>(null);
  const [asking, ask] = useState<"" | "again" | "arm">("");
  const params = { path: { study: row.id } };
  const steer = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    begin(null);
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
    begin({ stamp: standing(row), looked: false });
    setTimeout(() => {
      void queries.invalidateQueries({ queryKey: ["studies"] }).then(() => {
        begin((now) => now && { ...now, looked: true });
      });
    }, SOON);
    return "";
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
  const add = async (body: Partial<ArmBody>): Promise<string> => {
    given(await client.POST("/api/studies/{study}/arms", { params, body: armBody(body) }));
    return begun();
  };
  const close = (): void => {
    ask("");
  };
  const grows = row.corpus !== "" && row.done > 0; // before that there is nothing to hold another arm against
  const left = row.left + row.running > 0 && row.corpus !== "";
  const failed = askable.failed + askable.degraded > 0 && row.corpus !== "";
  const place = useKeptFocus<HTMLDivElement>();
  if (row.asked_by === "" && !left && !failed && !grows) return null;
  return (
    <div className={`${figures["how"]} small wrap`} ref={place}>
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
                ask("again");
              }}
            >
              <RotateCcw size={15} aria-hidden="true" />{" "}
              {askable.failed > 0 ? say("Ask again what failed") : say("Ask again what is degraded")}
            </Button>
          )}{" "}
          {grows && (
            <Button
              disabled={busy}
              aria-haspopup="dialog"
              onClick={() => {
                ask("arm");
              }}
            >
              <Plus size={15} aria-hidden="true" /> {say("Add an arm")}
            </Button>
          )}
        </>
      )}{" "}
      <span role="status">{begunAt === null ? said : cameWords(head, begunAt)}</span>
      {asking === "again" && (
        <Retry
          study={row}
          askable={askable}
          onConfirm={(degraded, budget) => steer(() => again(degraded, budget))}
          onClose={close}
        />
      )}
      {asking === "arm" && <NewArm study={row} onConfirm={(body) => steer(() => add(body))} onClose={close} />}
    </div>
  );
}
