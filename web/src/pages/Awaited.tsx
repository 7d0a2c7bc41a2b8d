// What stands there until an answer of the server has come? Nothing is said of what is not known yet.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Bone, Failed } from "@/controls/Card";
import { problemFrom } from "@/wire/client";

interface Given<Data> {
  asked: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** What is waited for, in words. */
  waits: string;
  children: (data: Data) => ReactNode;
}

export function Awaited<Data>({ asked, waits, children }: Given<Data>) {
  if (asked.data !== undefined) return children(asked.data);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  return (
    <div role="status" aria-busy="true" aria-label={waits}>
      <Bone height="260px" />
    </div>
  );
}
