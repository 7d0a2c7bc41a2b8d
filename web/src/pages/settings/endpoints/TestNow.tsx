// Does a service answer now? One press asks for its models, which costs nothing.
import { useState } from "react";
import { Button } from "@/controls/Button";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { EndpointFull } from "@/wire/types";
import { tryEndpoint } from "./endpoint";

export function TestNow({ row }: { row: EndpointFull }) {
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      await tryEndpoint(row.endpoint, null);
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      toast(`${message} ${remedy}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="quiet"
      aria-label={
        busy ? say("Testing …: {title}", { title: row.title }) : say("Test now: {title}", { title: row.title })
      }
      aria-busy={busy}
      onClick={() => void (busy || test())}
    >
      {busy ? say("Testing …") : say("Test now")}
    </Button>
  );
}
