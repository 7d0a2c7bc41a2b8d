// How does markdown become what React draws? In blocks that are parsed once each; nothing in it is ever HTML.
//
// Two walls: react-markdown builds elements from the syntax tree alone, and rehype-sanitize lets through only what is
// listed in `schema.ts`. Should the parser fail, the words are shown as they are.
import {
  Component,
  memo,
  startTransition,
  useEffect,
  useMemo,
  useReducer,
  type ReactElement,
  type ReactNode,
} from "react";
import elementsOf from "react-markdown";
import { blocksOf, type MarkdownGiven } from "./blocks";
import { COMPONENTS } from "./elements";
import { Growing, isLongParagraph } from "./Growing";
import { isBomb, tamed } from "./hostile";
import { headingsPut, type Headings } from "./levels";
import { formulasPut, placed } from "./maths/places";
import { boldNames } from "./names";
import { Plain } from "./Plain";
import { isMoving, whenResting } from "./resting";
import { matched, revised } from "./revision";
import { REHYPE, REMARK } from "./schema";
import css from "./markdown.module.css";

/** No text holds it. */
const APART = "\u0000";

/** Up to this length a text has its form even while the reader drags through a session. */
const SHORT = 700;

export default function Rendered({ text, streaming = false, names, under = 2, against }: MarkdownGiven) {
  const [times, formNow] = useReducer((times: number) => times + 1, 0);
  const headings: Headings = `${under}${streaming ? " in part" : ""}`;
  // On the way through a session plain words come at once, and their form when the reader rests.
  const waits = text.length > SHORT && isMoving() && !parsed.has(keyOf(text, headings));
  useEffect(() => {
    if (!waits) return;
    return whenResting(() => {
      startTransition(formNow);
    });
  }, [waits, text, times]); // asked for again where the reader went on before the form was drawn
  const blocks = useMemo(() => {
    if (waits) return [];
    return streaming || against !== undefined ? blocksOf(tamed(text)) : [text];
  }, [text, streaming, against, waits]);
  // What is still being written is compared once it is whole.
  const whole = (streaming ? blocks.slice(0, -1) : blocks).join(APART);
  const was = useMemo(() => (against === undefined ? [] : matched(whole.split(APART), against)), [whole, against]);
  if (waits) return <Plain text={text} busy />;
  return (
    <div className={`${css["text"]} measure wrap ${streaming ? css["streaming"] : ""}`} dir="auto" lang="">
      {blocks.map((block, at) =>
        streaming && at === blocks.length - 1 && names === undefined && isLongParagraph(block) ? (
          <Growing key="growing" text={block} />
        ) : (
          <Block key={at} text={block} names={names} headings={headings} was={was[at]} />
        ),
      )}
    </div>
  );
}

interface BlockGiven {
  text: string;
  names: MarkdownGiven["names"];
  headings: Headings;
  /** What stood in its place before; empty where nothing did, undefined where that is not asked. */
  was: string | undefined;
}

const Block = memo(function Block({ text, names, headings, was }: BlockGiven) {
  const elements = useMemo(() => formOf(text, names, headings, was), [text, names, headings, was]);
  return elements === null ? <Plain text={text} /> : <Unbroken text={text}>{elements}</Unbroken>;
});

/** What texts became, the newest last: a reader comes back to the same moments. */
const parsed = new Map<string, ReactElement>();
const MOST_PARSED = 60;

/** The elements of a text; null where it has to be shown as it is. */
function formOf(text: string, names: MarkdownGiven["names"], headings: Headings, was?: string): ReactElement | null {
  const plain = names === undefined && was === undefined;
  const had = plain ? parsed.get(keyOf(text, headings)) : undefined;
  if (had !== undefined) return had;
  const { text: safe, formulas } = placed(tamed(text));
  if (isBomb(safe)) return null;
  const plugins = [...REHYPE, headingsPut(headings), formulasPut(formulas)];
  if (names !== undefined) plugins.push(boldNames(names));
  if (was !== undefined) plugins.push(revised(was));
  const given = { remarkPlugins: REMARK, rehypePlugins: plugins, components: COMPONENTS, urlTransform: null };
  try {
    const elements = elementsOf({ ...given, children: safe });
    if (plain && text.length > SHORT) kept(keyOf(text, headings), elements);
    return elements;
  } catch {
    return null;
  }
}

const keyOf = (text: string, headings: Headings): string => `${headings} ${text}`;

function kept(key: string, elements: ReactElement): void {
  parsed.set(key, elements);
  const [oldest] = parsed.keys();
  if (parsed.size > MOST_PARSED && oldest !== undefined) parsed.delete(oldest);
}

class Unbroken extends Component<{ text: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Plain text={this.props.text} /> : this.props.children;
  }
}
