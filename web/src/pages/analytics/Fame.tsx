// What was earned? The latest first, unlocked ones marked, how rare each is, and the moment of the replay that shows it.
import { Link } from "wouter";
import { Card, Chip, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { day, percent } from "@/language/written";
import { Awaited } from "../Awaited";
import { momentAddress, useAchievements, type Achievement, type Whose } from "./asked";
import { Others } from "./Others";
import { AsTable, COUNTING, Model } from "./parts";
import css from "../figures.module.css";

export function Fame({ whose }: { whose: Whose }) {
  const { voices, council } = whose;
  const asked = useAchievements(whose);
  return (
    <Awaited asked={asked} waits={COUNTING}>
      {(earned) =>
        earned.length === 0 ? (
          <Card>
            <Empty title={say("Nothing was earned yet.")}>
              <p>{say("Achievements of debates are kept here, each with the figures that earned it.")}</p>
              <Others voices={voices} />
            </Empty>
          </Card>
        ) : (
          <div className="stack loose" aria-busy={asked.isPlaceholderData}>
            <Card title={say("What was earned, each by a model once: the latest time")}>
              <ul className="stack wrap">
                {earned.map((each) => (
                  <Earned key={`${each.session} ${each.name} ${each.models.join(" ")}`} of={each} />
                ))}
              </ul>
              <AsTable what="achievements" asked={{ scripted: voices === "scripted", council, most: 500 }} />
            </Card>
            <p className={`${css["how"]} small wrap`}>
              {say(
                "Achievements are computed from marks and stances, never written by a model. New: a model earned it for the first time. How rare it is: the share of the debates counted in which anybody earned it.",
              )}
            </p>
          </div>
        )
      }
    </Awaited>
  );
}

function Earned({ of }: { of: Achievement }) {
  return (
    <li>
      <p>
        <b>
          <Coded text={of.title} />
        </b>{" "}
        {of.first && <Chip tone="gold">{say("New")}</Chip>}{" "}
        <span className="dotted">
          {of.models.map((model, at) => (
            <span key={model}>
              <Model id={model} />{" "}
              <small className={`${css["how"]} small wrap`}>
                {say("{times, number}×", { times: of.own[at] ?? 0 })}
              </small>
            </span>
          ))}
        </span>
      </p>
      <p className={`${css["how"]} small wrap`}>
        <Coded text={of.because} />
      </p>
      <p className={`${css["how"]} dotted small wrap`}>
        <span>{day(of.at)}</span>
        <span>
          {say("{times, plural, one {earned once} other {earned # times}} by all models, in {share} of debates", {
            times: of.times,
            share: percent(of.share),
          })}
        </span>
        <Link href={momentAddress(of.session, of.t)}>{of.topic}</Link>
      </p>
    </li>
  );
}
