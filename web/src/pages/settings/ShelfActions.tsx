// What can be done with something on the shelf? It can be duplicated, and what is the user's own can be deleted.
import { Copy, Trash2 } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { say } from "@/language/say";

/** `duplicate` is the address that opens a copy; `remove` asks before it deletes. */
export function ShelfActions({ duplicate, own, remove }: { duplicate: string; own: boolean; remove: () => void }) {
  return (
    <>
      <Link href={duplicate} className="tap pad bordered rounded on-card ink plain">
        <Copy size={14} aria-hidden="true" /> {say("Duplicate")}
      </Link>
      {own && (
        <Button kind="danger" onClick={remove}>
          <Trash2 size={14} aria-hidden="true" /> {say("Delete")}
        </Button>
      )}
    </>
  );
}
