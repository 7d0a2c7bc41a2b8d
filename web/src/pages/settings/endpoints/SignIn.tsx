// Connect a service by signing in there: its page asks for permission, and sends the browser back with a key kept.
import { LogIn } from "lucide-react";
import { Button } from "@/controls/Button";
import { say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { EndpointFull } from "@/wire/types";
import { SavedNote, useSaving } from "../saving";

export function SignIn({ row }: { row: EndpointFull }) {
  const { saving, save } = useSaving();
  if (!row.signs_in) return null;
  const begin = async (): Promise<void> => {
    const path = { name: row.endpoint };
    window.location.assign(given(await client.POST("/api/endpoints/{name}/sign-in", { params: { path } })).url);
  };
  return (
    <div>
      <Button disabled={saving.at === "saving"} onClick={() => void save(begin)}>
        <LogIn size={15} aria-hidden="true" /> {say("Sign in at {title}", { title: row.title })}
      </Button>
      {saving.at === "refused" && <SavedNote saving={saving} />}
    </div>
  );
}
