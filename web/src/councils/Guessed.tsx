// How sure is the time that is forecast? Of models nobody asked of late it is a guess, and said to be one.
import { say } from "@/language/say";
import { listed } from "./words";

/** Names that are told; more of them are counted. */
const MOST_NAMED = 3;

export function Guessed({ models }: { models: readonly string[] }) {
  if (models.length === 0) return null;
  return (
    <p>
      {models.length <= MOST_NAMED
        ? say("The time is a guess: {models} {count, plural, one {was} other {were}} not asked here of late.", {
            models: listed(models),
            count: models.length,
          })
        : say("The time is a guess: {count, number} of the models were not asked here of late.", {
            count: models.length,
          })}
    </p>
  );
}
