// How does the view become a picture? The browser draws a copy of it once more, on a canvas instead of the page.
//
// The copy lies in an SVG with every rule of the page and the fonts that are in use, for nothing outside it is read
// while it is drawn. What moves stands still, and what has to be scrolled is drawn to its end.
import { say } from "@/language/say";

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
  const height = Math.min(view.clientHeight + hiddenBelow(view), MOST / SCALE);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(view, width, height, await sheets()))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error(say("This browser gives no canvas."));
  brush.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => {
      if (blob === null) fail(new Error(say("This browser draws no picture of so large a view.")));
      else done(blob);
    }, "image/png");
  });
}

/** How much of the view has to be scrolled to; parts beside others scroll for themselves and stay as they are. */
function hiddenBelow(view: HTMLElement): number {
  const wide = [view, ...view.querySelectorAll<HTMLElement>("*")].filter(
    (part) => part.scrollHeight > part.clientHeight && part.clientWidth > view.clientWidth * 0.9,
  );
  const scrolled = wide.filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY));
  return scrolled.reduce((most, part) => Math.max(most, part.scrollHeight - part.clientHeight), 0);
}

/** The view as an SVG that needs nothing else. */
function drawing(view: HTMLElement, width: number, height: number, rules: string): string {
  const svg = document.createElementNS(SVG, "svg");
  // The root stands for the page's: its theme and size are asked for by the rules.
  for (const [name, value] of Object.entries(document.documentElement.dataset)) svg.dataset[name] = value;
  svg.dataset["motion"] = "off";
  // As wide as the window, for rules that ask how wide it is; the view stands at its left edge.
  svg.setAttribute("width", String(innerWidth));
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

/** Every rule of the page, as it was written: what a browser makes of it need not be a rule again. */
async function sheets(): Promise<string> {
  const texts = [...document.styleSheets].map(async ({ href, ownerNode }) =>
    href === null ? (ownerNode?.textContent ?? "") : (await fetch(href)).text(),
  );
  const rules = (await Promise.all(texts)).join("\n").replaceAll(/@font-face\s*\{[^}]*\}/g, "");
  return `${rules}\n${(await fonts()).join("\n")}`;
}

/** The fonts that are in use, with their files in them. */
async function fonts(): Promise<string[]> {
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule);
  const used = faces.filter(({ style }) =>
    [...document.fonts].some(
      (font) =>
        font.status === "loaded" &&
        plain(font.family) === plain(style.getPropertyValue("font-family")) &&
        plain(font.unicodeRange) === plain(style.getPropertyValue("unicode-range")),
    ),
  );
  return Promise.all(
    used.map(async (face) => {
      const address = /url\("?([^")]+)"?\)/.exec(face.cssText)?.[1];
      if (address === undefined) return "";
      const file = await fetch(new URL(address, face.parentStyleSheet?.href ?? location.href));
      return face.cssText.replace(address, await asData(await file.blob()));
    }),
  );
}

const plain = (text: string): string => text.replaceAll(/["'\s]/g, "").toLowerCase();

function asData(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => {
      done(reader.result as string);
    };
    reader.onerror = () => {
      fail(new Error(say("A font could not be read.")));
    };
    reader.readAsDataURL(blob);
  });
}
