// How does a session come in from the server? What is written down by pages, then the rest over the tab's one socket.
import { heardFrom, isSpeaking, isWaiting, type ForeignEvent } from "@/wire/event";
import { Refused, refusedFrom, unreachable } from "@/wire/client";
import type { Event, Gist, Problem, Speaking, Waiting } from "@/wire/types";
import { hub } from "./hub";
import { away, isFull, type Sink, type Source } from "../source";

const PAGE = 2000;
const AGAIN_AFTER = 2000;
/** The same while nobody more can watch: pages are cheap, but many wait like this. */
const AGAIN_WHEN_FULL = 5000;
/** Who runs a session may die without a word: while nothing is heard, it is asked whether somebody still does. */
const QUIET = 15_000;

/** A session of this server, live until its end, and again when it is taken up once more. */
export const live = (session: string): Source => way(`/api/sessions/${encodeURIComponent(session)}/events`, true);

/** A session that was shared by a token: read by pages, again and again while it runs. */
export const shared = (token: string): Source => way(`/api/shared/${encodeURIComponent(token)}/events`, false);

function way(address: string, socket: boolean): Source {
  return (sink) => {
    const opened = new Way(address, socket, sink);
    void opened.begin();
    return () => {
      opened.close();
    };
  };
}

interface Page {
  session?: string;
  conversation?: string | null;
  events: unknown[];
  more: boolean;
  ended: boolean;
  interrupted?: boolean;
  gist?: Gist | null;
}

class Way {
  private closed = false;
  private leave: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The session's whole id: an address may shorten it. */
  private session = "";
  private gist: Gist | null = null;
  /** Whether nobody runs it. */
  private interrupted = false;

  constructor(
    private readonly address: string,
    private readonly socket: boolean,
    private readonly sink: Sink,
  ) {}

  close(): void {
    this.closed = true;
    this.leave();
    clearTimeout(this.timer);
  }

  /** Reads what is there; then listens, unless it has ended. */
  async begin(): Promise<void> {
    this.leave();
    clearTimeout(this.timer);
    try {
      const ended = await this.catchUp();
      if (this.closed) return;
      if (ended) this.over();
      else if (this.socket) this.listen();
      else {
        this.sink.connection(this.interrupted ? "interrupted" : "live");
        this.again();
      }
    } catch (error) {
      if (this.closed) return;
      const problem = error instanceof Refused ? error : unreachable();
      if (isFinal(problem)) {
        this.sink.failed(problem);
        return;
      }
      this.sink.connection(away());
      this.again();
    }
  }

  private again(after = AGAIN_AFTER): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.begin(), after);
  }

  private async catchUp(): Promise<boolean> {
    for (;;) {
      const address = `${this.address}?after=${String(this.sink.have())}&limit=${String(PAGE)}`;
      const response = await fetch(address, { headers: { accept: "application/json" } });
      if (!response.ok) throw await refusedFrom(response);
      const page = (await response.json()) as Page;
      if (this.closed) return false;
      this.session = page.session ?? this.session;
      this.sink.conversation(page.conversation ?? null);
      const before = this.sink.have();
      if (!this.take(page.events) || (page.more && this.sink.have() === before)) throw unreachable();
      this.gist = page.gist ?? null;
      this.interrupted = page.interrupted === true;
      if (!page.more) return page.ended;
    }
  }

  private listen(): void {
    this.quiet();
    this.leave = hub.watch(this.session, {
      after: () => this.sink.have(),
      heard: (values) => {
        this.runs();
        if (!this.take(values)) void this.begin();
      },
      ended: () => {
        this.over();
        void this.told();
      },
      connection: (now) => {
        this.sink.connection(now === "live" && this.interrupted ? "interrupted" : now);
      },
      failed: (problem) => {
        // Too many watch, or the session is gone: it is asked for again by pages, which tells which it is.
        const full = isFull(problem);
        this.leave();
        this.sink.connection(full ? "full" : away());
        this.again(full ? AGAIN_WHEN_FULL : AGAIN_AFTER);
      },
    });
  }

  /** Something was heard of it; from now on it is quiet. */
  private runs(): void {
    if (this.interrupted) this.sink.connection("live");
    this.interrupted = false;
    this.quiet();
  }

  private quiet(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), QUIET);
  }

  /** Asks whether somebody still runs it; a server that cannot be asked is the socket's to tell. */
  private async look(): Promise<void> {
    const before = this.interrupted;
    try {
      if ((await this.catchUp()) || this.closed) return; // the socket tells of the end
    } catch {
      return;
    } finally {
      if (!this.closed) this.quiet();
    }
    if (this.interrupted !== before) this.sink.connection(this.interrupted ? "interrupted" : "live");
  }

  /** Nothing more comes, unless somebody takes the session up again: then the list says that it has changed. */
  private over(): void {
    this.leave();
    clearTimeout(this.timer);
    this.sink.connection("stored");
    this.sink.ended(this.gist);
    if (!this.socket || !this.sink.resumable()) return;
    this.leave = hub.onChange((sessions) => {
      // Without names, something may have changed while nobody listened.
      if (sessions.length === 0 || sessions.includes(this.session)) void this.begin();
    });
  }

  /** What it came to comes by a page: the socket carries events alone. Without it the answer stands all the same. */
  private async told(): Promise<void> {
    try {
      if ((await this.catchUp()) && !this.closed) this.sink.ended(this.gist);
    } catch {
      return;
    }
  }

  /** Takes what has arrived; false when something before it is missing and has to be read again from where we are. */
  private take(values: readonly unknown[]): boolean {
    const events: (Event | ForeignEvent)[] = [];
    const pieces: Speaking[] = [];
    const waits: Waiting[] = [];
    for (const value of values) {
      const heard = heardFrom(value);
      if (heard === null) continue;
      if (isSpeaking(heard)) pieces.push(heard);
      else if (isWaiting(heard)) waits.push(heard);
      else events.push(heard);
    }
    const first = events.find((event) => event.seq > this.sink.have());
    if (first !== undefined && first.seq > this.sink.have() + 1) return false;
    if (events.length > 0) this.sink.events(events);
    if (pieces.length > 0) this.sink.speaking(pieces);
    if (waits.length > 0) this.sink.waiting(waits);
    return true;
  }
}

/** Whether asking again would bring the same answer. */
const isFinal = ({ status }: Problem & { status: number }): boolean => status >= 400 && status < 500 && status !== 429;
