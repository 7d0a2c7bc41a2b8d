// How is a sentence of the server's drawn? With its commands as code.
import { coded } from "@/language/coded";

export function Coded({ text }: { text: string }) {
  return coded(text);
}
