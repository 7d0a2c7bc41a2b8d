// Can the verdict be checked? Its digest, and a run of the rules over the record, which tells each place that differs.
import { useMutation } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { Button } from "@/controls/Button";
import { Card, Chip, Refusal } from "@/controls/Card";
import { Checks } from "@/controls/Checks";
import { Coded } from "@/controls/Coded";
import { copied } from "@/controls/CopyButton";
import { useLooks, useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { labelOf } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import { client, given, problemFrom } from "@/wire/client";
import css from "./verdict.module.css";

export function Certificate() {
  const { id } = useSteering();
  const looks = useLooks();
  const [digest, moot, protocol, resumed, notes, label] = useMoment(
    ({ state }) => [state.digest, state.moot, state.protocol, state.resumed, state.notes, labelOf(state)] as const,
  );
  const check = useMutation({
    mutationFn: async (session: string) =>
      given(await client.GET("/api/sessions/{session}/check", { params: { path: { session } } })),
  });
  if (digest === "") return null;
  const problem = check.error === null ? null : problemFrom(check.error);
  return (
    <Card title={say("Certificate")}>
      <div className={css["certificate"]}>
        {label !== "" && <Chip tone="mid">{label}</Chip>}
        <dl>
          <dt>{say("Digest")}</dt>
          <dd>
            <button
              type="button"
              className={css["digest"]}
              title={digest}
              onClick={() => void copied(digest, say("The digest is copied."))}
            >
              <span className="unseen">{`${say("Copy")} `}</span>
              {digest.slice(0, 8)}…{digest.slice(-8)}
            </button>
          </dd>
          <dt>{say("By")}</dt>
          <dd>
            {titleOf(protocol)}
            {moot !== "" && <span className={css["quiet"]}>{` · Moot ${moot}`}</span>}
            {resumed > 0 && (
              <span className={css["quiet"]}>
                {` · ${say("taken up again {times, plural, one {# time} other {# times}}", { times: resumed })}`}
              </span>
            )}
          </dd>
        </dl>
        {notes.map((note) => (
          <p key={note} className={css["quiet"]}>
            <Coded text={toldOf(note, looks)} />
          </p>
        ))}
        {id !== null && (
          <Button
            disabled={check.isPending}
            onClick={() => {
              check.mutate(id);
            }}
          >
            <BadgeCheck size={16} /> {check.isPending ? say("Counting again …") : say("Check it by replay")}
          </Button>
        )}
        <div aria-live="polite">
          {check.data?.replay === "follows" && (
            <p className={css["checked"]}>
              {say("The same verdict was reached again from the ballots; nobody was asked.")}
            </p>
          )}
          {check.data !== undefined && <Checks of={check.data} />}
          <Refusal problem={problem} />
        </div>
      </div>
    </Card>
  );
}
