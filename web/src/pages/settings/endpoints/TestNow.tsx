// Does a service answer now? One press asks for its models, which costs nothing.
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/controls/Button";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import { refusal } from "@/wire/client";
import type { EndpointFull } from "@/wire/types";
import { tryEndpoint } from "./endpoint";

export function TestNow({ row }: { row: EndpointFull }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => tryEndpoint(row.endpoint, null),
    onError: (error) => toast(refusal(error) ?? ""),
  });
  return (
    <Button
      kind="quiet"
      aria-label={
        busy ? say("Testing …: {title}", { title: row.title }) : say("Test now: {title}", { title: row.title })
      }
      aria-busy={busy}
      onClick={() => busy || mutate()}
    >
      {busy ? say("Testing …") : say("Test now")}
    </Button>
  );
}
