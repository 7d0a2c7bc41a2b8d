// Is what is done for whoever watches on by default, seen, and left out where it is switched off?
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changedOnly, fieldsOf, watchedFields, withWatched } from "@/councils/options";
import type { Sitting } from "@/pages/convene/sitting";
import { Watched } from "@/pages/convene/Watched";
import type { ProtocolRow } from "@/wire/types";

const protocol = {
  options: {
    properties: {
      agreement: { type: "boolean", default: false, description: "Compared.", "x-shared": true, "x-watched": true },
      quorum: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
    },
  },
} as unknown as ProtocolRow;
const fields = watchedFields(fieldsOf(protocol));
const sent = (chosen: object, base = {}) => withWatched(fields, base, changedOnly(fields, chosen as never, base));

test("it is sent, so that the estimate counts it, unless the council or a choice says otherwise", () => {
  expect(sent({})).toEqual({ agreement: true });
  expect(sent({ quorum: 3 })).toEqual({ agreement: true, quorum: 3 });
  expect(sent({ agreement: false })).toEqual({ agreement: false });
  expect(sent({}, { agreement: false })).toEqual({});
  expect(sent({ agreement: true }, { agreement: false })).toEqual({ agreement: true });
});

test("a switch shows it, and switches it off", () => {
  const set = vi.fn();
  render(<Watched sitting={{ fields, base: {}, options: {} } as unknown as Sitting} onOption={set} />);
  const toggle = screen.getByRole("switch", { name: /^Agreement map/, checked: true });
  fireEvent.click(toggle);
  expect(set).toHaveBeenCalledWith("agreement", false);
});
