// Do the small parts say what they are, and do they work by keyboard?
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Confirm } from "@/controls/Confirm";
import { focusFault, TextField } from "@/controls/Field";
import { Meter } from "@/controls/Meter";
import { Choice, Slider, Toggle } from "@/controls/Switches";
import { Tabs } from "@/controls/Tabs";

test("a field is tied to its label, its help and its fault, and the fault takes the focus", () => {
  const { container } = render(
    <TextField label="Address" help="As the maker says." error="No address." onText={() => undefined} />,
  );
  const field = screen.getByLabelText("Address");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const told = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(told).toEqual(["As the maker says.", "No address."]);
  focusFault(container);
  expect(document.activeElement).toBe(field);
});

test("tabs are walked with arrows, Home and End, and only one can be tabbed to", () => {
  function Two() {
    const [at, go] = useState<"one" | "two" | "three">("one");
    const tabs = [
      { value: "one", title: "One" },
      { value: "two", title: "Two" },
      { value: "three", title: "Three" },
    ] as const;
    return (
      <Tabs name="Parts" tabs={tabs} value={at} onChoose={go}>
        {at}
      </Tabs>
    );
  }
  render(<Two />);
  fireEvent.keyDown(screen.getByRole("tab", { name: "One" }), { key: "ArrowLeft" });
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Three" }));
  expect(screen.getByRole("tabpanel").textContent).toBe("three");
  fireEvent.keyDown(screen.getByRole("tab", { name: "Three" }), { key: "Home" });
  expect(screen.getAllByRole("tab").filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("One");
});

test("switches, sliders, choices and meters tell their values", () => {
  const turned = vi.fn();
  render(
    <>
      <Toggle label="Letters" on={false} onSwitch={turned} />
      <Slider label="Share" value={3} min={0} max={9} written={(n) => `${String(n)} of 9`} onSlide={() => undefined} />
      <Choice label="Theme" value="dark" choices={[{ value: "dark", title: "Dark" }]} onChoose={() => undefined} />
      <Meter label="Confidence" value={0.5} says="moderate" />
    </>,
  );
  fireEvent.click(screen.getByRole("switch", { name: "Letters" }));
  expect(turned).toHaveBeenCalledWith(true);
  expect(screen.getByRole("slider", { name: "Share" }).getAttribute("aria-valuetext")).toBe("3 of 9");
  expect(screen.getByRole("radio", { name: "Dark" })).toHaveProperty("checked", true);
  expect(screen.getByRole("meter", { name: "Confidence" }).getAttribute("aria-valuetext")).toBe("moderate");
});

test("what is lost is confirmed by name, once", async () => {
  const gone = vi.fn();
  const closed = vi.fn();
  render(
    <Confirm title="Delete “mine”?" does="Delete it" typed="mine" onConfirm={gone} onClose={closed}>
      It is gone then.
    </Confirm>,
  );
  const button = screen.getByRole("button", { name: "Delete it", hidden: true });
  expect(button).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("Type “mine” to go on"), { target: { value: "mine" } });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => {
    expect(closed).toHaveBeenCalledOnce();
  });
  expect(gone).toHaveBeenCalledOnce();
});
