// A form's remarks stand one level below what they are under, so that no level of headings is left out.
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Statement } from "@/views/council/stage/Words";

const FORM = '{"title": "Two words", "body": "Said at some length.\\n\\n# So it is"}';

test.each([2, 3] as const)("remarks under a heading of level %i", async (under) => {
  const { container, findByText } = render(<Statement text={FORM} streaming={false} under={under} />);
  await findByText("So it is");
  const levels = [...container.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => Number(tagName.at(1)));
  expect(levels[0]).toBe(under + 1);
  expect(levels.every((level, at) => level <= (levels[at - 1] ?? under) + 1)).toBe(true);
});
