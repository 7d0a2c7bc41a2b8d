// How do words look that were held against the votes? With a line through each sentence that does not stand.
import { say } from "@/language/say";
import type { Judged } from "@/playback/show/judged";
import { Inline, unlined } from "./Inline";
import { Markdown } from "./Markdown";

interface Given {
  of: Judged;
  /** The level of the heading it stands under. */
  under?: 2 | 3;
}

export function JudgedWords({ of: { waits, pieces, form }, under = 3 }: Given) {
  if (waits) return <p role="status">{say("It is shown once it has been checked against the votes.")}</p>;
  const struck = pieces.filter(({ struck: gone }) => gone).length;
  if (struck === 0 && !form) return <Markdown text={pieces.map(({ text }) => text).join("")} under={under} />;
  return (
    <>
      {struck > 0 && (
        <p>
          <small>
            {struck === pieces.length
              ? say("Nothing of it stands in the report: a line goes through all of it.")
              : say("A line goes through what does not stand in the report.")}
          </small>
        </p>
      )}
      {pieces.map(({ text, struck: gone }, at) =>
        gone ? (
          <p key={at} lang="">
            <span className="unseen">{say("Left out:")} </span>
            <s>
              <Inline text={unlined(text)} />
            </s>
          </p>
        ) : form ? (
          <p key={at} lang="">
            <Inline text={unlined(text)} />
          </p>
        ) : (
          <Markdown key={at} text={text} under={under} />
        ),
      )}
    </>
  );
}
