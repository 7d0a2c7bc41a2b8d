// Which texts try to be more than texts? Built from what to do, where to hide it and how to write it, so that every
// way of hiding is tried with every deed.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DEEDS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)><animate onbegin=alert(1) /></svg>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<style>*{background:url(https://evil.example)}</style>",
  "<form action=https://evil.example><input name=q autofocus onfocus=alert(1)></form>",
  "<a href='javascript:alert(1)' onclick=alert(1) style='position:fixed;inset:0'>x</a>",
  "<math><mtext><mglyph><style></math><img src onerror=alert(1)>",
];

const TARGETS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\u0000script:alert(1)",
  " javascript:alert(1)",
  "&#106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "//evil.example/x",
  "blob:https://evil.example/1",
  "ms-word:ofe|u|https://evil.example/x.docx",
  "https:javascript:alert(1)",
];

const PLACES: ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => `> ${inner}`,
  (inner) => `- a\n  - ${inner}`,
  (inner) => `| a | b |\n|---|---|\n| ${inner} | c |`,
  (inner) => `# ${inner}`,
  (inner) => `**${inner}** and _${inner}_ and ~~${inner}~~`,
  (inner) => `\`\`\`html\n${inner}\n`,
  (inner) => `text[^1]\n\n[^1]: ${inner}`,
];

const LINKS: ((to: string) => string)[] = [
  (to) => `[click](${to})`,
  (to) => `[click](<${to}> "t\\" onmouseover=alert(1)")`,
  (to) => `![pixel](${to})`,
  (to) => `[![pixel](${to})](${to})`,
  (to) => `<${to}>`,
  (to) => `[click][1]\n\n[1]: ${to}`,
  (to) => `| [a](${to}) |\n|---|\n| ![b](${to}) |`,
  (to) => `<a href="${to}">x</a>`,
];

const ODD = [
  "\u202Eevil.exe\u202C and \u2066inner\u2069",
  "ze\u200Bro \u200Bwidth\uFEFF and \u2060joined",
  "\u{E0049}\u{E0067}\u{E006E}ored tags",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;",
  "&#x202e; &#0; &#xD800; &nosuch;",
  "[x]: https://evil.example 'a\n\n![x]",
  "![](https://evil.example/pixel.png) ![alt][r]\n\n[r]: https://evil.example/p.gif",
  "https://evil.example/?q=\u202E www.evil.example me@evil.example",
  "[good.example](https://good.example@evil.example)",
  "```\nnever closed <script>alert(1)</script>",
  "~~~~html\n```\n<img src=x onerror=alert(1)>",
  "- [x] <input type=checkbox onclick=alert(1)>\n- [ ] b",
  "<!-- <script>alert(1)</script> -->",
  "<![CDATA[<script>alert(1)</script>]]> <?php echo 1 ?> <!DOCTYPE html>",
  "<details open ontoggle=alert(1)>\n\n# h\n\n</details>",
  "a<base href=https://evil.example><meta http-equiv=refresh content=0;url=//evil.example>",
  "[a](https://ok.example){onclick=alert(1)} {: onclick=alert(1)}",
  "$\\href{javascript:alert(1)}{x}$",
  '```js onload=alert(1)" onmouseover="alert(1)\ncode\n```',
  "<user-content id=root name=body>clobber</user-content> [^__proto__]\n\n[^__proto__]: x",
];

const BOMBS = [
  `${">".repeat(5000)} deep`,
  `${"- ".repeat(3000)}deep`,
  Array.from({ length: 400 }, (_, n) => `${"  ".repeat(n)}- ${String(n)}`).join("\n"),
  "[".repeat(20_000),
  "![".repeat(10_000),
  "*a **b ".repeat(8_000),
  "*".repeat(20_000),
  "`".repeat(20_001),
  "<".repeat(20_000),
  "_a_".repeat(5_000),
  "[a](".repeat(5_000),
  "[a][b]".repeat(3_000),
  "(".repeat(10_000) + ")".repeat(10_000),
  `|${"a|".repeat(600)}\n|${"-|".repeat(600)}\n${`|${"b|".repeat(600)}\n`.repeat(20)}`,
  "&".repeat(20_000),
  "a@".repeat(10_000),
  "http://".repeat(3_000),
  `${"#".repeat(5_000)} h`,
  "word ".repeat(40_000),
  "\u202E".repeat(5_000),
  "e\u0301".repeat(50) + "\u0336".repeat(3_000),
  "~".repeat(20_000),
  "[^1]".repeat(3_000),
];

const OWN = readFileSync(join(import.meta.dirname, "../../../tests/golden/exports/payloads.txt"), "utf8").split(
  "\n%%\n",
);

/** Texts that are slow to write down or to read; each is tried by itself. */
export { BOMBS };

/** Every other one. */
export const PAYLOADS: readonly string[] = [
  ...OWN,
  ...ODD,
  ...DEEDS.flatMap((deed) => PLACES.map((place) => place(deed))),
  ...TARGETS.flatMap((target) => LINKS.map((link) => link(target))),
];
