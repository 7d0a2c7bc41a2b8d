// Who makes a model? Told by its name where that is known, else by the part of its id that names a maker; each has a
// monogram and a colour of its own. No company's logo is drawn.
import { say } from "@/language/say";
import { isExample } from "@/playback/looks";

export interface Maker {
  name: string;
  /** One or two letters. */
  letters: string;
  /** Degrees on the colour wheel; null for scripted voices and people, which are grey. */
  hue: number | null;
}

const KNOWN: readonly (readonly [RegExp, string, string, number])[] = [
  [/^(claude|anthropic)/, "Anthropic", "A", 40],
  [/^(gpt|chatgpt|o\d|openai)/, "OpenAI", "O", 165],
  [/^(gemini|gemma|google)/, "Google", "G", 255],
  [/^(mistral|mixtral|ministral|magistral|devstral|codestral|pixtral)/, "Mistral", "M", 62],
  [/^(llama|meta)/, "Meta", "Me", 275],
  [/^(qwen|qwq|alibaba)/, "Qwen", "Q", 300],
  [/^deepseek/, "DeepSeek", "D", 235],
  [/^(grok|x-?ai)/, "xAI", "X", 200],
  [/^(command|cohere)/, "Cohere", "C", 345],
  [/^(phi|microsoft)/, "Microsoft", "Mi", 220],
  [/^(nova|amazon)/, "Amazon", "Am", 75],
  [/^(glm|z-?ai|zhipu|thudm)/, "Z.ai", "Z", 320],
  [/^(kimi|moonshot)/, "Moonshot", "K", 285],
  [/^(nemotron|nvidia)/, "NVIDIA", "N", 130],
  [/^minimax/, "MiniMax", "Mx", 10],
];
const SCRIPTED = "rehearsal/";

/** The maker of `endpoint/model` or `endpoint/maker/model`. */
export function makerOf(model: string): Maker {
  if (model === "person") return { name: say("A person"), letters: "You", hue: null };
  if (model.startsWith(SCRIPTED)) return { name: say("Demo voice"), letters: "De", hue: null };
  if (isExample(model)) return { name: say("Example"), letters: "Ex", hue: null };
  const parts = model.toLowerCase().split("/");
  const [called = "", by = ""] = [parts.at(-1), parts.at(-2)];
  const found = KNOWN.find(([names]) => names.test(called)) ?? KNOWN.find(([names]) => names.test(by));
  if (found !== undefined) return { name: found[1], letters: found[2], hue: found[3] };
  const name = by === "" ? called : by;
  return { name, letters: name.slice(0, 2).replace(/^./, (first) => first.toUpperCase()), hue: hueOf(name) };
}

/** The same name always has the same colour. */
const hueOf = (name: string): number => [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360, 7);

/** The makers of these models, each once, with how many of its models there are. */
export function makersOf(models: readonly string[]): (Maker & { count: number })[] {
  const found = new Map<string, Maker & { count: number }>();
  for (const maker of models.map(makerOf)) {
    const known = found.get(maker.name);
    if (known === undefined) found.set(maker.name, { ...maker, count: 1 });
    else known.count += 1;
  }
  return [...found.values()];
}
