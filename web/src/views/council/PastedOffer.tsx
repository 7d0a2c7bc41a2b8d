// Shall what was pasted go along as a file, or as the page at its address?
import { Button } from "@/controls/Button";
import { addressIn } from "@/hooks/attachments";
import { say } from "@/language/say";

interface Pasted {
  pasted: string;
  onAttach: () => void;
  onKeep: () => void;
}

export function PastedOffer({ pasted, onAttach, onKeep }: Pasted) {
  const page = addressIn(pasted) !== "";
  const characters = pasted.length;
  return (
    <p className="row muted pad" role="status">
      <span>
        {page
          ? say("You pasted an address. What is there can be fetched once and go along as a file.")
          : say("You pasted {characters, plural, one {# character} other {# characters}}.", { characters })}
      </span>
      <Button onClick={onAttach}>{page ? say("Attach what is there") : say("Attach as a file")}</Button>
      <Button kind="quiet" onClick={onKeep}>
        {say("Keep it here")}
      </Button>
    </p>
  );
}
