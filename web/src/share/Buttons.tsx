// Buttons that share a session by a link, and export it as files or text.
import { Download, Share2 } from "lucide-react";
import { Opener } from "@/controls/Button";
import { late } from "@/controls/late";
import { say } from "@/language/say";

const Exporting = late(() => import("./Exporting"));
const Sharing = late(() => import("./Sharing"));

export default function ShareButtons({ id }: { id: string }) {
  return (
    <>
      <Opener name={say("Share")} data-words={say("Share")} dialog={(close) => <Sharing id={id} onClose={close} />}>
        <Share2 size={16} />
      </Opener>
      <Opener name={say("Export")} data-words={say("Export")} dialog={(close) => <Exporting id={id} onClose={close} />}>
        <Download size={16} />
      </Opener>
    </>
  );
}
