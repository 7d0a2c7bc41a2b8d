// How is one endpoint set up? Key, trial, address, price and bounds; each field is kept when it is left.
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Confirm } from "@/controls/Confirm";
import { Disclosure } from "@/controls/Disclosure";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import type { EndpointFull } from "@/wire/types";
import { SavedNote, useSaving } from "../saving";
import { TestChip } from "../LastTest";
import { SectionHead } from "../Section";
import { forgetEndpoint } from "./endpoint";
import { EndpointFields } from "./EndpointFields";
import { EndpointKey } from "./KeyField";
import { SignIn } from "./SignIn";
import { Trial } from "./Trial";
import css from "../settings.module.css";

export function EndpointPage({ row }: { row: EndpointFull }) {
  const inside = row.url === "";
  return (
    <>
      <SectionHead title={row.title} back={{ href: "/settings/endpoints", title: say("Endpoints") }}>
        <span className="row">
          <code>{row.endpoint}</code>
          {row.configured ? (
            !inside && <TestChip test={row.test} local={row.private && row.key.where === ""} />
          ) : (
            <Chip tone="mid">{say("needs a key")}</Chip>
          )}
          {row.layer === "user" && <Chip>{say("yours")}</Chip>}
          {row.docs !== "" && (
            <a href={row.docs} target="_blank" rel="noopener noreferrer">
              {say("its documentation")} <ExternalLink size={13} aria-hidden="true" />
            </a>
          )}
        </span>
      </SectionHead>
      <div className="stack loose">
        {!inside && <EndpointKey row={row} />}
        <SignIn row={row} />
        <Trial row={row} />
        {inside ? (
          <p className="muted small measure">
            {row.scripted
              ? say("Scripted voices, not a language model. They need no address and no key, and cost nothing.")
              : say("It runs inside Moot: no address, no key, no cost.")}
          </p>
        ) : (
          <EndpointFields row={row} />
        )}
        {row.layer === "user" && <Removal row={row} />}
      </div>
    </>
  );
}

function Removal({ row }: { row: EndpointFull }) {
  const [asks, ask] = useState(false);
  const { saving, save } = useSaving();
  const [, go] = useLocation();
  return (
    <Disclosure title={say("Remove")}>
      <div className={`${css["row"]} row`}>
        <Button
          kind="danger"
          onClick={() => {
            ask(true);
          }}
        >
          {say("Remove {title}", { title: row.title })}
        </Button>
        <SavedNote saving={saving} />
      </div>
      {asks && (
        <Confirm
          title={say("Remove “{title}”?", { title: row.title })}
          does={say("Remove it")}
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            const done = await save(() => forgetEndpoint(row.endpoint));
            if (!done) return;
            toast(say("{title} is removed.", { title: row.title }));
            go("/settings/endpoints");
          }}
        >
          {say(
            "What you set here and its stored key go. If Moot has a built-in endpoint of this name, that one shows again. Sessions are kept as they are.",
          )}
        </Confirm>
      )}
    </Disclosure>
  );
}
