// Who votes here, and how well? Each voter with how often its ballots can be read, its controls, its leniency, its price.
import { Card } from "@/controls/Card";
import { number, percent, say } from "@/language/say";
import { decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";
import { Rows, signed } from "../analytics/parts";
import { dollars } from "../usage/words";
import type { Report, Voter } from "./asked";
import { ModelName } from "./ModelName";
import { Tried } from "./Tried";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

const CAME: Record<Voter["lately"][number], string> = {
  valid: say("read at once"),
  repaired: say("asked for once more"),
  spoiled: say("not readable"),
  missing: say("not given"),
};

export function Voters({ report: { voters, sessions, due } }: { report: Report }) {
  return (
    <Card title={say("Voters")} id="voters">
      {voters.length === 0 ? (
        <p className={`${css["how"]} small wrap`}>
          {say("No vote was counted yet. Every finished vote on claims adds its voters here.")}
        </p>
      ) : (
        <>
          <p className={`${css["how"]} small wrap`}>
            {say(
              "{voters, plural, one {One voter} other {# voters}} in {sessions, plural, one {one session} other {# sessions}}.",
              {
                voters: voters.length,
                sessions,
              },
            )}
          </p>
          <div>
            <Rows
              caption={say("Voters")}
              heads={[
                { title: say("Voter") },
                { title: say("Readable"), how: say("How often its ballot can be read, over its last ten sessions") },
                {
                  title: say("Controls"),
                  how: say("How often it votes as it should on control claims, over the last forty"),
                },
                { title: say("Sessions") },
                {
                  title: say("Leniency"),
                  how: say("How far above other voters of the same claims it votes, on the scale from −2 to 2"),
                },
                { title: say("A ballot"), how: say("The median price and the median seconds to the last word") },
                { title: say("Lately"), how: say("What came of its last ten ballots, the latest last") },
                {
                  title: say("Tried out"),
                  how: say(
                    "Whether its ballots can be read when it is tried out; it tells nothing of how right they are",
                  ),
                },
              ]}
            >
              {voters.map((voter) => (
                <Row key={voter.fingerprint} voter={voter} />
              ))}
            </Rows>
          </div>
          <p className={`${css["how"]} small wrap`}>
            {say(
              "A rate is the middle of what it may be; below it stands where it lies with a probability of 90 %. A voter is a model with its settings.",
            )}
          </p>
        </>
      )}
      {due > 0 && (
        <p className={`${css["how"]} small wrap`}>
          {say("{due, plural, one {One session} other {# sessions}} could not be counted.", { due })}
        </p>
      )}
    </Card>
  );
}

const FORMS: Record<string, string> = {
  json_schema: say("ballots by a schema"),
  json_object: say("ballots as an object"),
  none: say("ballots as text"),
};
/** A setting in words. */
const SETTINGS: Record<string, (value: string) => string> = {
  temperature: (value) => say("temperature {value}", { value: decimal(Number(value), 1) }),
  reasoning: (value) => say("thinks: {value}", { value }),
  max_output: (value) => say("at most {tokens} tokens", { tokens: number(Number(value)) }),
  form: (value) => FORMS[value] ?? value,
  told: () => say("with words of its own before the question"),
};

function Row({ voter }: { voter: Voter }) {
  const settings = Object.entries(voter.settings).map(
    ([name, value]) => SETTINGS[name]?.(value) ?? `${name.replaceAll("_", " ")} ${value}`,
  );
  return (
    <tr>
      <th scope="row">
        <ModelName of={voter.model} />
        {settings.length > 0 && <small className="muted block light">{settings.join(", ")}</small>}
        {voter.silent > 0 && (
          <small className="muted block light">
            {say("{silent, plural, one {silent in the last session} other {silent for # sessions}}", {
              silent: voter.silent,
            })}
          </small>
        )}
      </th>
      <td>
        <Rate of={voter.valid} />
      </td>
      <td>
        <Rate of={voter.controls} />
      </td>
      <td>{number(voter.sessions)}</td>
      <td>{voter.leniency === null ? "" : signed(voter.leniency)}</td>
      <td>
        {voter.price === null ? "" : dollars(voter.price)}
        {voter.seconds !== null && (
          <small className="muted block light">{say("{seconds} s", { seconds: decimal(voter.seconds, 1) })}</small>
        )}
      </td>
      <td>
        <Lately of={voter.lately} />
      </td>
      <td>
        <Tried voter={voter} />
      </td>
    </tr>
  );
}

/** A rate with its interval; never without. */
function Rate({ of }: { of: Schemas["Rate"] | null }) {
  if (of === null) return null;
  return (
    <>
      {percent(of.median)}
      <small className="muted block light">
        {say("{low} to {high}", { low: percent(of.low), high: percent(of.high) })}
      </small>
    </>
  );
}

function Lately({ of }: { of: Voter["lately"] }) {
  if (of.length === 0) return null;
  return (
    <span className={ours["lately"]} role="img" aria-label={of.map((each) => CAME[each]).join(", ")}>
      {of.map((each, at) => (
        <i key={at} data-came={each} title={CAME[each]} />
      ))}
    </span>
  );
}
