// Is any button ever dead without a reason beside it? Only what is under way, or at a bound that is seen, disables.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "src");
/** Work under way, told by the control's own words. */
const UNDER_WAY =
  /^(busy( !== "")?|busy \|\| nothing|off|disabled|!ready|[a-z]+\.(isPending|isFetching(NextPage)?)|saving\.at === "saving")$/i;
/** Bounds that are seen where the button is: the first and the last of a list, a count, an empty field, and what the help
 * beside it says: a setting that the server's environment makes, the last searcher of a list. */
const SEEN =
  /^(at === 0|at === (members|rows)\.length - 1|line\.count < 2|locked !== ""( \|\| \(names\.length === 1 && .*\))?|faces\.length >= 64|seats >= MOST_SEATS|.*text\.trim\(\) === ""|.*typed\.trim\(\) === "".*)$/;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* sources(join(folder, entry.name));
    else if (entry.name.endsWith(".tsx")) yield join(folder, entry.name);
}

test("a button is disabled by work under way or by a bound that is seen, and by nothing else", () => {
  const dead = [...sources(ROOT)].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdisabled=\{([^}]*)\}/g)]
      .map((found) => (found[1] ?? "").replace(/\s+/g, " ").trim())
      .filter((when) => !UNDER_WAY.test(when) && !SEEN.test(when))
      .map((when) => `${file.slice(ROOT.length)}: ${when}`),
  );
  expect(dead).toEqual([]);
});
