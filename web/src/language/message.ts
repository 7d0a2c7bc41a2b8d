// How is a message filled? `{name}`, `{count, plural, one {# call} other {# calls}}`, `{kind, select, a {…} other {…}}` and
// `<link>words</link>`: a part of ICU MessageFormat, as translators know it.
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;
export type Part = string | { tag: string; parts: Part[] };

/** The message's parts, filled; whole numbers are written as the locale writes them, and a name without a value stays. */
export function filled(message: string, values: Values, locale: string): Part[] {
  if (!/[{<]/.test(message)) return [message];
  return new Filling(message, values, locale).parts();
}

/** The words of parts, without their tags. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : plain(part.parts))).join("");

const LONGEST_TAG = 24;

/** Made once for a locale: making one takes longer than a thousand uses of it. */
function once<Made>(make: (locale: string) => Made): (locale: string) => Made {
  const made = new Map<string, Made>();
  return (locale) => {
    const found = made.get(locale) ?? make(locale);
    made.set(locale, found);
    return found;
  };
}

const rules = once((locale) => new Intl.PluralRules(locale));
const numbers = once((locale) => new Intl.NumberFormat(locale));

class Filling {
  at = 0;

  constructor(
    readonly message: string,
    readonly values: Values,
    readonly locale: string,
    readonly number: number | null = null,
  ) {}

  parts(until = ""): Part[] {
    const found: Part[] = [];
    const say = (words: string): void => {
      const last = found.at(-1);
      if (typeof last === "string") found[found.length - 1] = last + words;
      else found.push(words);
    };
    while (this.at < this.message.length) {
      if (until !== "" && this.message.startsWith(until, this.at)) {
        this.at += until.length;
        return found;
      }
      const sign = this.message[this.at] ?? "";
      const tag = sign === "<" ? /^<([a-z]+)>/.exec(this.message.slice(this.at, this.at + LONGEST_TAG)) : null;
      if (sign === "{")
        for (const part of this.braces())
          if (typeof part === "string") say(part);
          else found.push(part);
      else if (tag !== null) {
        this.at += tag[0].length;
        found.push({ tag: tag[1] ?? "", parts: this.parts(`</${tag[1] ?? ""}>`) });
      } else {
        say(sign === "#" && this.number !== null ? this.written(this.number) : sign);
        this.at += 1;
      }
    }
    return found;
  }

  /** `{name}` or a choice among forms, from its opening brace to its closing one. */
  braces(): Part[] {
    const inside = this.message.slice(this.at + 1, this.closing(this.at));
    this.at += inside.length + 2;
    const [, name = "", kind, forms = ""] = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,([^]*))?$/.exec(inside) ?? [];
    const value = this.values[name];
    if (value === undefined) return [`{${inside}}`];
    if (kind === undefined) return [typeof value === "number" ? this.written(value) : value];
    const form = this.form(forms, kind === "plural" ? this.categories(Number(value)) : [String(value), "other"]);
    const number = kind === "plural" ? Number(value) : this.number;
    return new Filling(form, this.values, this.locale, number).parts();
  }

  categories(value: number): string[] {
    return [`=${String(value)}`, rules(this.locale).select(value), "other"];
  }

  /** The first of these forms that is there. */
  form(forms: string, wanted: readonly string[]): string {
    const there = new Map<string, string>();
    for (let at = 0; at < forms.length;) {
      const open = forms.indexOf("{", at);
      if (open < 0) break;
      const close = closingIn(forms, open);
      there.set(forms.slice(at, open).trim(), forms.slice(open + 1, close));
      at = close + 1;
    }
    for (const name of wanted) {
      const form = there.get(name);
      if (form !== undefined) return form;
    }
    return "";
  }

  closing(open: number): number {
    return closingIn(this.message, open);
  }

  written(value: number): string {
    return numbers(this.locale).format(value);
  }
}

/** Where the brace that opens here is closed; the end of the text where it is not. */
function closingIn(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}
