// How does a sentence of the server's show its commands? What stands between backticks is drawn as code.
export function Coded({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
