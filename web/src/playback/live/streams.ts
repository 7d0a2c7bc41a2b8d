// How is a session watched where no socket can be opened? By a stream of server-sent events of its own.
import type { Problem } from "@/wire/types";
import { away, type Connection } from "../source";

export interface Watcher {
  /** The last event it has. */
  after(): number;
  heard(values: readonly unknown[]): void;
  ended(): void;
  connection(now: Connection): void;
  failed(problem: Problem): void;
}

/** The browser comes back by itself unless the server refused: then after this long. */
const AGAIN_AFTER = 3000;

export class Streams {
  private readonly streams = new Map<Watcher, { stream: EventSource; timer?: ReturnType<typeof setTimeout> }>();

  open(session: string, watcher: Watcher): void {
    if (this.streams.has(watcher)) return;
    const address = `/api/sessions/${encodeURIComponent(session)}/events?after=${String(watcher.after())}`;
    const stream = new EventSource(address);
    const held: { stream: EventSource; timer?: ReturnType<typeof setTimeout> } = { stream };
    this.streams.set(watcher, held);
    stream.onopen = () => {
      watcher.connection("live");
    };
    stream.onmessage = (message) => {
      watcher.heard([parsed(String(message.data))]);
    };
    stream.addEventListener("end", () => {
      this.close(watcher);
      watcher.ended();
    });
    stream.onerror = () => {
      watcher.connection(away());
      if (stream.readyState !== EventSource.CLOSED) return;
      held.timer = setTimeout(() => {
        this.streams.delete(watcher);
        this.open(session, watcher);
      }, AGAIN_AFTER);
    };
  }

  close(watcher: Watcher): void {
    const held = this.streams.get(watcher);
    if (held === undefined) return;
    clearTimeout(held.timer);
    held.stream.close();
    this.streams.delete(watcher);
  }

  closeAll(): void {
    for (const watcher of [...this.streams.keys()]) this.close(watcher);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
