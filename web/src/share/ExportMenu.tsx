// In which forms can this session be taken out? A menu of files, each written by the server, and texts to copy.
import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { late } from "@/controls/late";
import { IconButton } from "@/controls/Button";
import { say } from "@/language/say";

const Exporting = late(() => import("./Exporting"));

export default function ExportMenu({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        name={say("Export")}
        data-words={say("Export")}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Download size={16} />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <Exporting
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
