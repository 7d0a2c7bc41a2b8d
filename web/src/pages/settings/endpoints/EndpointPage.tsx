// How is one endpoint set up? Key, trial, address, price and bounds; each field is kept when it is left.
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Confirm } from "@/controls/Confirm";
import { Disclosure } from "@/controls/Disclosure";
import { toast } from "@/controls/toasts";
import type { EndpointFull } from "@/wire/types";
import { SavedNote, useSaving } from "../saving";
import { SectionHead } from "../Section";
import { forgetEndpoint } from "./endpoint";
import { EndpointFields } from "./EndpointFields";
import { KeyField } from "./KeyField";
import { Trial } from "./Trial";
import css from "../settings.module.css";

export function EndpointPage({ row }: { row: EndpointFull }) {
  const inside = row.url === "";
  return (
    <>
      <SectionHead title={row.title} back={{ href: "/settings/endpoints", title: "Endpoints" }}>
        <span className={css["itemHead"]}>
          <code>{row.endpoint}</code>
          <Chip tone={row.configured ? "good" : "mid"}>{row.configured ? "ready" : "needs a key"}</Chip>
          {row.layer === "user" && <Chip>yours</Chip>}
          {row.docs !== "" && (
            <a href={row.docs} target="_blank" rel="noopener noreferrer">
              its documentation <ExternalLink size={13} aria-hidden="true" />
            </a>
          )}
        </span>
      </SectionHead>
      <div className={css["stack"]}>
        {!inside && <KeyField row={row} />}
        <Trial row={row} />
        {inside ? (
          <p className={css["muted"]}>
            {row.scripted
              ? "Scripted voices, not a language model. They need no address and no key, and cost nothing."
              : "It runs inside Moot: no address, no key, no cost."}
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
    <Disclosure title="Remove">
      <div className={css["row"]}>
        <Button
          kind="danger"
          onClick={() => {
            ask(true);
          }}
        >
          Remove {row.title}
        </Button>
        <SavedNote saving={saving} />
      </div>
      {asks && (
        <Confirm
          title={`Remove “${row.title}”?`}
          does="Remove it"
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            const done = await save(() => forgetEndpoint(row.endpoint));
            if (!done) return;
            toast(`${row.title} is removed.`);
            go("/settings/endpoints");
          }}
        >
          What you set here and its stored key go. If Moot brings an endpoint of this name along, that one shows again.
          Sessions are kept as they are.
        </Confirm>
      )}
    </Disclosure>
  );
}
