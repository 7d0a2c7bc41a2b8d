// How does one tab watch many sessions over one connection? A WebSocket that all share, and server-sent events where
// no socket can be opened.
import type { Problem } from "@/wire/types";
import type { Connection } from "./source";

export interface Watcher {
  /** The last event it has. */
  after(): number;
  heard(values: readonly unknown[]): void;
  ended(): void;
  connection(now: Connection): void;
  failed(problem: Problem): void;
}

const FIRST_RETRY = 500;
const LONGEST_RETRY = 8000;
/** Sockets that never opened before the tab falls back to server-sent events. */
const TRIES_BEFORE_STREAMS = 2;

class Hub {
  private readonly watchers = new Map<string, Watcher>();
  private readonly streams = new Map<string, EventSource>();
  private readonly listeners = new Set<(sessions: readonly string[]) => void>();
  private socket: WebSocket | null = null;
  private retry = FIRST_RETRY;
  private unopened = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Watches a session from where the watcher is; returns how to leave. */
  watch(session: string, watcher: Watcher): () => void {
    this.watchers.set(session, watcher);
    watcher.connection("connecting");
    if (this.unopened >= TRIES_BEFORE_STREAMS) this.stream(session, watcher);
    else if (this.socket?.readyState === WebSocket.OPEN) this.subscribe(session, watcher);
    else this.connect();
    return () => {
      if (this.watchers.get(session) !== watcher) return;
      this.watchers.delete(session);
      this.streams.get(session)?.close();
      this.streams.delete(session);
      this.say({ do: "unsubscribe", session });
    };
  }

  /** Calls when sessions of the list have changed. */
  onChange(listener: (sessions: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    this.connect();
    return () => this.listeners.delete(listener);
  }

  private connect(): void {
    if (this.socket !== null || this.timer !== undefined) return;
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      opened = true;
      this.unopened = 0;
      this.retry = FIRST_RETRY;
      for (const [session, stream] of this.streams) {
        stream.close();
        this.streams.delete(session);
      }
      for (const [session, watcher] of this.watchers) this.subscribe(session, watcher);
    };
    socket.onmessage = (message) => {
      this.take(String(message.data));
    };
    socket.onclose = () => {
      this.socket = null;
      if (!opened) this.unopened += 1;
      for (const [session, watcher] of this.watchers) {
        if (this.unopened >= TRIES_BEFORE_STREAMS) this.stream(session, watcher);
        else watcher.connection(navigator.onLine ? "reconnecting" : "offline");
      }
      if (this.watchers.size === 0 && this.listeners.size === 0) return;
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.connect();
      }, this.retry);
      this.retry = Math.min(LONGEST_RETRY, this.retry * 2);
    };
  }

  private subscribe(session: string, watcher: Watcher): void {
    this.say({ do: "subscribe", session, after: watcher.after() });
    watcher.connection("live");
  }

  private say(words: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }

  private take(text: string): void {
    const note = JSON.parse(text) as {
      session?: string;
      events?: unknown[];
      ended?: boolean;
      error?: Problem;
      changed?: string[];
    };
    if (note.changed !== undefined) for (const listener of this.listeners) listener(note.changed);
    const watcher = note.session === undefined ? undefined : this.watchers.get(note.session);
    if (watcher === undefined) return;
    if (note.events !== undefined) watcher.heard(note.events);
    if (note.ended === true) watcher.ended();
    if (note.error !== undefined) watcher.failed(note.error);
  }

  private stream(session: string, watcher: Watcher): void {
    if (this.streams.has(session)) return;
    const address = `/api/sessions/${encodeURIComponent(session)}/events?after=${String(watcher.after())}`;
    const stream = new EventSource(address);
    this.streams.set(session, stream);
    stream.onopen = () => {
      watcher.connection("live");
    };
    stream.onmessage = (message) => {
      watcher.heard([JSON.parse(String(message.data))]);
    };
    stream.addEventListener("end", () => {
      stream.close();
      this.streams.delete(session);
      watcher.ended();
    });
    stream.onerror = () => {
      watcher.connection(navigator.onLine ? "reconnecting" : "offline");
      if (stream.readyState !== EventSource.CLOSED) return; // the browser comes back by itself
      this.streams.delete(session);
      setTimeout(() => {
        if (this.watchers.get(session) === watcher && this.socket === null) this.stream(session, watcher);
      }, this.retry);
    };
  }
}

/** The tab's one connection. */
export const hub = new Hub();
