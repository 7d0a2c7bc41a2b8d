// Does the keyboard stay in the page when what had the focus goes?
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeptFocus, usePageFocus } from "@/keyboard/keptFocus";

function Part() {
  const place = useKeptFocus<HTMLElement>();
  return (
    <section ref={place}>
      <button>Go on</button>
    </section>
  );
}

function Frame({ page, part = false }: { page: string; part?: boolean }) {
  usePageFocus(page);
  return (
    <>
      <a href="#main">Skip</a>
      <main id="main" tabIndex={-1}>
        {part && <Part />}
        <button key={page}>On {page}</button>
      </main>
    </>
  );
}

test("a part that goes with the focus hands it to the page", () => {
  const { rerender } = render(<Frame page="one" part />);
  screen.getByText("Go on").focus();
  rerender(<Frame page="one" />);
  expect(document.activeElement?.id).toBe("main");
});

test("what has the focus elsewhere keeps it", () => {
  const { rerender } = render(<Frame page="one" part />);
  screen.getByText("Skip").focus();
  rerender(<Frame page="two" />);
  expect(document.activeElement).toBe(screen.getByText("Skip"));
});

test("another page takes it up, and the first one does not take it by itself", () => {
  const { rerender } = render(<Frame page="one" />);
  expect(document.activeElement).toBe(document.body);
  screen.getByText("On one").focus();
  rerender(<Frame page="two" />);
  expect(document.activeElement?.id).toBe("main");
});
