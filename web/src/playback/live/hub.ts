// How does one tab watch many sessions over one connection? A WebSocket that all share, and server-sent events where
// no socket can be opened.
//
//   no socket --connect--> asked for a word --its first word--> works --close--> no socket, tried after 0.5 s, 1 s … 8 s
//
// After two sockets that never said a word (something between here and the server may open them and let nothing
// through) each watched session gets a stream of its own, until a socket works after all. A socket that falls silent is
// asked for a sign of life; one that stays silent is given up. A server without a place says so on the socket and closes
// it: who watches is told, and it is tried again after a while.
import type { Problem } from "@/wire/types";
import { away, isFull } from "../source";
import { Streams, type Watcher } from "./streams";

interface Note {
  session?: string;
  events?: unknown[];
  ended?: boolean;
  error?: Problem;
  changed?: string[];
}

const FIRST_RETRY = 500;
const LONGEST_RETRY = 8000;
/** The wait after a server said that it has no place, as its `Retry-After` has it. */
const FULL_RETRY = 5000;
/** Sockets that never worked before the tab falls back to server-sent events. */
const TRIES_BEFORE_STREAMS = 2;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 10_000;

export class Hub {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly streams = new Streams();
  private readonly listeners = new Set<(sessions: readonly string[]) => void>();
  private socket: WebSocket | null = null;
  private retry = FIRST_RETRY;
  private works = false;
  private worked = false;
  private useless = 0;
  private full = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;

  /** Watches a session from where the watcher is; returns how to leave. */
  watch(session: string, watcher: Watcher): () => void {
    const others = this.watchers.get(session) ?? new Set();
    this.watchers.set(session, others.add(watcher));
    watcher.connection(this.full ? "full" : "connecting");
    if (this.works) this.subscribe(session);
    else {
      if (this.useless >= TRIES_BEFORE_STREAMS) this.streams.open(session, watcher);
      this.connect();
    }
    return () => {
      this.streams.close(watcher);
      others.delete(watcher);
      if (others.size > 0 || this.watchers.get(session) !== others) return;
      this.watchers.delete(session);
      this.say({ do: "unsubscribe", session });
    };
  }

  /** Calls when sessions of the list have changed. */
  onChange(listener: (sessions: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    this.connect();
    return () => this.listeners.delete(listener);
  }

  /** The network is back: tries at once. */
  readonly hurry = (): void => {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.connect();
  };

  private connect(): void {
    if (this.socket !== null || this.timer !== undefined) return;
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.say({ do: "ping" });
      this.listen(socket);
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      const note = noteIn(String(message.data));
      if (note.session === undefined && note.error !== undefined && isFull(note.error)) {
        this.refused(note.error);
        return;
      }
      if (!this.works) this.begin();
      this.listen(socket);
      this.take(note);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** The socket has said its first word: everything is watched over it from now on. */
  private begin(): void {
    this.works = true;
    this.full = false;
    this.useless = 0;
    this.retry = FIRST_RETRY;
    this.streams.closeAll();
    for (const session of this.watchers.keys()) this.subscribe(session);
    // Whatever changed while nobody listened was told to nobody: lists are asked anew.
    if (this.worked) for (const listener of [...this.listeners]) listener([]);
    this.worked = true;
  }

  /** There is no place: nothing is wrong with sockets, and they are tried again later. */
  private refused(problem: Problem): void {
    this.full = true;
    this.works = false;
    this.retry = FULL_RETRY;
    for (const watchers of [...this.watchers.values()]) for (const watcher of [...watchers]) watcher.failed(problem);
  }

  private lost(): void {
    clearTimeout(this.pulse);
    this.socket = null;
    if (!this.works && !this.full) this.useless += 1;
    this.works = false;
    for (const [session, watchers] of this.watchers)
      for (const watcher of watchers)
        if (this.useless >= TRIES_BEFORE_STREAMS) this.streams.open(session, watcher);
        else watcher.connection(this.full ? "full" : away());
    if (this.watchers.size === 0 && this.listeners.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.connect();
    }, this.retry);
    this.retry = this.full ? FULL_RETRY : Math.min(LONGEST_RETRY, this.retry * 2);
  }

  /** Waits for the next word; without one asks for it, and gives the socket up when nothing comes. */
  private listen(socket: WebSocket): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.say({ do: "ping" });
      this.pulse = setTimeout(() => {
        if (this.socket !== socket) return;
        this.lost();
        socket.close();
      }, ANSWER_WITHIN);
    }, PING_EVERY);
  }

  private subscribe(session: string): void {
    const watchers = [...(this.watchers.get(session) ?? [])];
    if (watchers.length === 0) return;
    this.say({ do: "subscribe", session, after: Math.min(...watchers.map((watcher) => watcher.after())) });
    for (const watcher of watchers) watcher.connection("live");
  }

  private say(words: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }

  private take(note: Note): void {
    if (note.changed !== undefined) for (const listener of [...this.listeners]) listener(note.changed);
    for (const watcher of [...(this.watchers.get(note.session ?? "") ?? [])]) {
      if (note.events !== undefined) watcher.heard(note.events);
      if (note.ended === true) watcher.ended();
      if (note.error !== undefined) watcher.failed(note.error);
    }
  }
}

function noteIn(text: string): Note {
  try {
    return JSON.parse(text) as Note;
  } catch {
    return {}; // half a message: what it held is asked for again as soon as a number is missing
  }
}

/** The tab's one connection. */
export const hub = new Hub();
globalThis.addEventListener?.("online", hub.hurry);
