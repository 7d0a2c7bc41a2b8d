// How does somebody else get to read this session? By a link that only reads it, for as long as is wished.
import { Share2 } from "lucide-react";
import { Suspense, useState } from "react";
import { late } from "@/controls/late";
import { IconButton } from "@/controls/Button";
import { say } from "@/language/say";

const Sharing = late(() => import("./Sharing"));

export default function ShareButton({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        name={say("Share")}
        data-words={say("Share")}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Share2 size={16} />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <Sharing
            id={id}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
