// Which links to this session are there, and how is another made? Each reads and steers nothing; each can be taken back.
import { Check, Copy } from "lucide-react";
import { useId, useState, type SyntheticEvent } from "react";
import { Button } from "@/controls/Button";
import { Bone, Chip, Refusal } from "@/controls/Card";
import { copied } from "@/controls/CopyButton";
import { Dialog } from "@/controls/Dialog";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import { day } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useRevoke, useShare, useShares, type ShareRow } from "./shares";
import css from "./share.module.css";

const LASTS = {
  "1": say("one day"),
  "7": say("a week"),
  "30": say("a month"),
  "": say("until it is revoked"),
} as const;

export default function Sharing({ id, onClose }: { id: string; onClose: () => void }) {
  const make = useShare(id);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = String(form.get("days") ?? "");
    make.mutate({
      days: days === "" ? null : Number(days),
      hide_prompts: form.get("hide") === "on",
      earlier: form.get("earlier") === "on",
    });
  };
  return (
    <Dialog title={say("Share this session")} onClose={onClose}>
      <div className={css["sharing"]}>
        <p className="muted">
          {say(
            "Whoever has the link can read and replay this session on this machine, now and as it goes on. Nothing can be steered, and no other session is reached.",
          )}
        </p>
        <form onSubmit={submit}>
          <label className="row">
            {say("The link works for")}
            <select name="days" defaultValue="7">
              {Object.entries(LASTS).map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label className="line at-start">
            <input type="checkbox" name="hide" defaultChecked />
            <span className="grid slim">
              {say("Leave out prompts")}
              <small>{say("System messages, wording, personas, parts and reasoning stay here.")}</small>
            </span>
          </label>
          <label className="line at-start">
            <input type="checkbox" name="earlier" />
            <span className="grid slim">
              {say("Show the earlier questions of its conversation")}
              <small>{say("Otherwise they stay here, with their answers and the summary of them.")}</small>
            </span>
          </label>
          <Button kind="primary" type="submit" disabled={make.isPending}>
            {make.isPending ? say("Making it …") : say("Make a link")}
          </Button>
        </form>
        {make.error !== null && <Refusal problem={problemFrom(make.error)} />}
        {make.data !== undefined && <Made share={make.data} />}
        <Links
          id={id}
          onRevoked={(share) => {
            if (make.data?.share === share) make.reset();
          }}
        />
      </div>
    </Dialog>
  );
}

/** The link, which is shown this once. */
function Made({ share }: { share: ShareRow }) {
  const [done, setDone] = useState(false);
  const name = useId();
  const link = new URL(share.address, location.origin).href;
  return (
    <div className={`${css["made"]} stack rounded`} role="status">
      <label htmlFor={name}>{say("The link is shown only now. Copy it.")}</label>
      <div className="line">
        <input
          className="grow small"
          id={name}
          readOnly
          value={link}
          onFocus={(event) => {
            event.target.select();
          }}
        />
        <Button onClick={() => void copied(link, say("The link is copied.")).then(setDone)}>
          {done ? <Check size={15} /> : <Copy size={15} />} {say("Copy")}
        </Button>
      </div>
    </div>
  );
}

function Links({ id, onRevoked }: { id: string; onRevoked: (share: string) => void }) {
  const shares = useShares(id);
  const revoke = useRevoke(id);
  if (shares.isPending) return <Bone height="3em" />;
  if (shares.data === undefined) return <Refusal problem={problemFrom(shares.error)} />;
  if (shares.data.length === 0) return <p className="muted">{say("Nobody has a link to it.")}</p>;
  return (
    <section className={`${css["links"]} ruled tight`} aria-label={say("Links to this session")}>
      <h3 className="caps">{say("Links")}</h3>
      <ul>
        {shares.data.map((share) => (
          <li key={share.share} className="line spread">
            <span>
              {say("Made {day}", { day: day(share.created) })}
              {share.hide_prompts && <Chip>{say("without prompts")}</Chip>}
              {share.earlier && <Chip>{say("with earlier questions")}</Chip>}
              <small>
                {share.expires === null
                  ? say("works until it is revoked")
                  : say("works until {day}", { day: day(share.expires) })}
              </small>
            </span>
            <Button
              kind="danger"
              disabled={revoke.isPending}
              onClick={() => {
                revoke.mutate(share.share, {
                  onSuccess: () => {
                    onRevoked(share.share);
                    toast(say("The link works no more."));
                  },
                });
              }}
            >
              {say("Revoke")}
            </Button>
          </li>
        ))}
      </ul>
      {revoke.error !== null && <Refusal problem={problemFrom(revoke.error)} />}
    </section>
  );
}
