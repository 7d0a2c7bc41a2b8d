// Are sessions of studies listed? A study asks hundreds of questions: they stand on its page, and here once they are wanted.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Say, say } from "@/language/say";

interface Given {
  /** Whether there are some that are not listed. */
  leftOut: boolean;
  shown: boolean;
  onShow: (shown: boolean) => void;
}

export function OfStudies({ leftOut, shown, onShow }: Given) {
  if (!leftOut && !shown) return null;
  return (
    <div className="row muted small">
      <p>
        {shown ? (
          say("Sessions of studies are listed, too.")
        ) : (
          <Say
            text="Sessions of <link>studies</link> are left out."
            tags={{ link: (words) => <Link href="/studies">{words}</Link> }}
          />
        )}
      </p>
      <Button
        kind="quiet"
        onClick={() => {
          onShow(!shown);
        }}
      >
        {shown ? say("Leave them out") : say("List them, too")}
      </Button>
    </div>
  );
}
