// How does the view become a picture? The browser draws a copy of it once more, on a canvas instead of the page.
//
// The copy lies in an SVG with every rule of the page and the fonts that are in use, for nothing outside it is read
// while it is drawn. What moves stands still, and what has to be scrolled is drawn to its end.
const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";
/** Longer or broader a canvas gets in no browser; a longer view is drawn as far as this. */
const MOST = 16_000;
/** Pixels for each of the page's, as on a good screen. */
const SCALE = 2;
/** What an XML document must not hold, and a model may have written. */
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The view that is shown, as a PNG. */
export async function pictureOf(view: HTMLElement): Promise<Blob> {
  const width = Math.ceil(view.clientWidth);
  const height = Math.min(Math.max(view.clientHeight, view.scrollHeight), MOST / SCALE);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(view, width, height, await sheets()))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error("This browser gives no canvas.");
  brush.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => {
      if (blob === null) fail(new Error("This browser draws no picture of so large a view."));
      else done(blob);
    }, "image/png");
  });
}

/** The view as an SVG that needs nothing else. */
export function drawing(view: HTMLElement, width: number, height: number, rules: string): string {
  const svg = document.createElementNS(SVG, "svg");
  // The root stands for the page's: its theme and size are asked for by the rules.
  for (const [name, value] of Object.entries(document.documentElement.dataset)) svg.dataset[name] = value;
  svg.dataset["motion"] = "off";
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const style = document.createElementNS(SVG, "style");
  style.textContent = rules;
  const frame = document.createElementNS(SVG, "foreignObject");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "100%");
  const [page, body] = [document.createElementNS(HTML, "html"), document.createElementNS(HTML, "body")];
  const copy = view.cloneNode(true) as HTMLElement;
  copy.style.cssText = `width: ${String(width)}px; height: ${String(height)}px; overflow: hidden`;
  body.append(copy);
  page.append(body);
  frame.append(page);
  svg.append(style, frame);
  return new XMLSerializer().serializeToString(svg).replace(UNFIT, "");
}

/** Every rule of the page; fonts that are in use carry their file with them. */
async function sheets(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return (await Promise.all(rules.map(written))).join("\n");
}

async function written(rule: CSSRule): Promise<string> {
  if (!(rule instanceof CSSFontFaceRule)) return rule.cssText;
  const range = rule.style.getPropertyValue("unicode-range");
  const family = plain(rule.style.getPropertyValue("font-family"));
  const used = [...document.fonts].some(
    (font) => font.status === "loaded" && plain(font.family) === family && same(font.unicodeRange, range),
  );
  const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1];
  if (!used || address === undefined) return "";
  const font = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href));
  return rule.cssText.replace(address, await asData(await font.blob()));
}

const plain = (family: string): string => family.replaceAll(/["']/g, "").toLowerCase();
const same = (one: string, other: string): boolean =>
  one.replaceAll(/\s/g, "").toLowerCase() === other.replaceAll(/\s/g, "").toLowerCase();

function asData(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => {
      done(reader.result as string);
    };
    reader.onerror = () => {
      fail(new Error("A font could not be read."));
    };
    reader.readAsDataURL(blob);
  });
}
