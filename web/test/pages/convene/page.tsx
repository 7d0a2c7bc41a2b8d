// How is a page shown in a test? With a store of answers of its own and addresses that are only remembered.
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Router, type AroundNavHandler } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { aroundNav } from "@/hooks/leaving";
import { queries } from "@/hooks/queries";

export function show(page: ReactNode, path = "/", onGo?: (to: string) => void) {
  queries.clear();
  const { hook, history } = memoryLocation({ path, record: true });
  const around: AroundNavHandler = (navigate, to, options) => {
    aroundNav(
      (path, more) => {
        navigate(path, more);
        onGo?.(path);
      },
      to,
      options,
    );
  };
  const view = render(
    <QueryClientProvider client={queries}>
      <Router hook={hook} aroundNav={around}>
        {page}
      </Router>
    </QueryClientProvider>,
  );
  return { ...view, history };
}

/** Opens what there is to choose from: who is asked, or how. */
export async function opened(name: "Who" | "How"): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${name}`) }));
}

/** The box for the question, once what is written in it can be sent. */
export async function box(): Promise<HTMLTextAreaElement> {
  await screen.findByRole("button", { name: /^Who/ });
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Ask a question/ });
}
