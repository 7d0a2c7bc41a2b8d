// How does a session come in from the server? What is written down by pages, then the rest over the tab's one socket.
import { heardFrom, isSpeaking, type ForeignEvent } from "@/wire/event";
import { Refused, refusedFrom, unreachable } from "@/wire/client";
import type { Event, Speaking } from "@/wire/types";
import { hub } from "./hub";
import type { Sink, Source } from "./source";

const PAGE = 2000;
const AGAIN_AFTER = 2000;

/** A session of this server, live until its end. */
export function live(session: string): Source {
  return (sink) => {
    const way = new Way(session, `/api/sessions/${encodeURIComponent(session)}/events`, sink);
    void way.begin();
    return () => {
      way.close();
    };
  };
}

/** A session that was shared by a token: read by pages, again and again while it runs. */
export function shared(token: string): Source {
  return (sink) => {
    const way = new Way("", `/api/shared/${encodeURIComponent(token)}/events`, sink);
    void way.begin();
    return () => {
      way.close();
    };
  };
}

class Way {
  private closed = false;
  private leave: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: string,
    private readonly address: string,
    private readonly sink: Sink,
  ) {}

  close(): void {
    this.closed = true;
    this.leave();
    clearTimeout(this.timer);
  }

  /** Reads what is there; then listens, unless it has ended. */
  async begin(): Promise<void> {
    try {
      const ended = await this.catchUp();
      if (this.closed) return;
      if (ended) {
        this.sink.connection("stored");
        this.sink.ended();
      } else if (this.session === "") this.again(AGAIN_AFTER);
      else this.listen();
    } catch (error) {
      if (this.closed) return;
      const problem = error instanceof Refused ? error : unreachable();
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) {
        this.sink.failed(problem);
        return;
      }
      this.sink.connection(navigator.onLine ? "reconnecting" : "offline");
      this.again(AGAIN_AFTER);
    }
  }

  private again(after: number): void {
    this.timer = setTimeout(() => void this.begin(), after);
  }

  private async catchUp(): Promise<boolean> {
    for (;;) {
      const address = `${this.address}?after=${String(this.sink.have())}&limit=${String(PAGE)}`;
      const response = await fetch(address, { headers: { accept: "application/json" } });
      if (!response.ok) throw await refusedFrom(response);
      const page = (await response.json()) as { events: unknown[]; more: boolean; ended: boolean };
      if (this.closed) return false;
      this.take(page.events);
      if (!page.more) return page.ended;
    }
  }

  private listen(): void {
    this.leave = hub.watch(this.session, {
      after: () => this.sink.have(),
      heard: (values) => {
        this.take(values);
      },
      ended: () => {
        this.leave();
        this.sink.connection("stored");
        this.sink.ended();
      },
      connection: (now) => {
        this.sink.connection(now);
      },
      failed: (problem) => {
        this.sink.failed(problem);
      },
    });
  }

  /** Takes what has arrived; a gap means that something was missed, and it is read again from where we are. */
  private take(values: readonly unknown[]): void {
    const events: (Event | ForeignEvent)[] = [];
    const pieces: Speaking[] = [];
    for (const value of values) {
      const heard = heardFrom(value);
      if (heard === null) continue;
      if (isSpeaking(heard)) pieces.push(heard);
      else events.push(heard);
    }
    const first = events.find((event) => event.seq > this.sink.have());
    if (first !== undefined && first.seq > this.sink.have() + 1) {
      this.leave();
      void this.begin();
      return;
    }
    if (events.length > 0) this.sink.events(events);
    if (pieces.length > 0) this.sink.speaking(pieces);
  }
}
