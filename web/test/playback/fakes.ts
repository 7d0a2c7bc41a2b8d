// What stands in for a socket and a stream? Both held in hand: opened, closed and spoken by the test.
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { do: string; session: string; after: number }[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string; session: string; after: number });
  }
  /** Opens, and answers the first question as the server does. */
  open(): void {
    this.openMute();
    this.sent.splice(0, 1);
    this.say({ pong: true });
  }
  /** Opens as far as the page can tell, with nothing behind it. */
  openMute(): void {
    this.readyState = 1;
    this.onopen();
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  say(note: object): void {
    this.onmessage({ data: JSON.stringify(note) });
  }
}
export class FakeStream {
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readyState = 0;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  private ends: () => void = () => undefined;
  constructor(readonly address: string) {
    FakeStream.all.push(this);
  }
  addEventListener(_: string, listener: () => void): void {
    this.ends = listener;
  }
  end(): void {
    this.ends();
  }
  close(): void {
    this.readyState = 2;
  }
}
