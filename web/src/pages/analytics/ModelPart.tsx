// What did one model do? Its figures with how sure they are, whom it met, what it earned, and each debate as a link into its replay.
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { day, number, percent } from "@/language/written";
import { Awaited } from "../Awaited";
import { pairAddress, useModel, type ModelReport } from "./asked";
import { rank, winWords } from "./Board";
import { COUNTING, mark, Rows, signed, Sum } from "./parts";
import css from "../figures.module.css";

export function ModelPart({ model }: { model: string }) {
  return (
    <Awaited asked={useModel(model)} waits={COUNTING}>
      {(report) => <Shown report={report} />}
    </Awaited>
  );
}

function Shown({ report: { profile, sessions } }: { report: ModelReport }) {
  return (
    <div className="stack loose">
      <h2>{profile.id}</h2>
      {profile.provisional && (
        <p className={`${css["how"]} small wrap`}>
          {say("Provisional: {count, plural, one {# debate} other {# debates}}, and ten are wanted.", {
            count: profile.debates,
          })}
        </p>
      )}
      <dl className={css["sums"]}>
        <Sum title={say("Mean")} says={betweenWords(profile)}>
          {mark(profile.mean)}
        </Sum>
        <Sum title={say("Rank")} says={say("a range: intervals may overlap")}>
          {rank(profile)}
        </Sum>
        <Sum title={say("Adjusted")} says={say("were all readers equally strict")}>
          {mark(profile.adjusted)}
        </Sum>
        <Sum title={say("Wins")} says={winWords(profile)}>
          {say("{count} of {all}", { count: number(profile.wins), all: number(profile.debates) })}
        </Sum>
        <Sum title={say("Gives")} says={say("the mean of the marks it gave")}>
          {mark(profile.given)}
        </Sum>
        <Sum title={say("Comebacks")} says={say("rebuttals after which its mean rose")}>
          {say("{count} of {all}", { count: number(profile.comebacks), all: number(profile.rebuttals) })}
        </Sum>
        <Sum title={say("Contrary marks")} says={say("two points or more from the other readers")}>
          {say("{count} of {all}", { count: number(profile.contrary), all: number(profile.compared) })}
        </Sum>
        <Sum title={say("Agreement")} says={say("stances that agree, of all it took")}>
          {profile.agreement === null ? "–" : percent(profile.agreement)}
        </Sum>
      </dl>
      {profile.traits.length > 0 && (
        <Card title={say("What its numbers say")}>
          <ul className="muted small indent">
            {profile.traits.map((trait) => (
              <li key={trait.slug}>
                <Coded
                  text={say("{trait}, since {day}: {figure}", {
                    trait: trait.title,
                    day: day(trait.since),
                    figure: trait.figure,
                  })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {profile.bonds.length > 0 && <Bonds profile={profile} />}
      <Debates of={sessions} />
    </div>
  );
}

const betweenWords = ({ low, high }: ModelReport["profile"]): string =>
  low === null || high === null
    ? say("too few debates for an interval")
    : say("between {low} and {high} in 95 of 100 draws", { low: mark(low), high: mark(high) });

function Bonds({ profile }: Pick<ModelReport, "profile">) {
  return (
    <Card title={say("Whom it met")}>
      <Rows
        caption={say("Whom it met")}
        heads={[
          { title: say("Model") },
          { title: say("Debates") },
          { title: say("Agrees") },
          { title: say("Disagrees") },
          { title: say("Is agreed with") },
          { title: say("Is disagreed with") },
          { title: say("Head to head") },
        ]}
      >
        {profile.bonds.map((bond) => (
          <tr key={bond.model}>
            <th scope="row">{bond.model}</th>
            {[bond.met, bond.agrees, bond.disagrees, bond.agreed_with, bond.disagreed_with].map((count, at) => (
              <td key={at}>{number(count)}</td>
            ))}
            <td>
              <Link href={pairAddress(profile.id, bond.model)}>{say("Compare")}</Link>
            </td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function Debates({ of }: { of: ModelReport["sessions"] }) {
  return (
    <Card title={say("Its latest debates")}>
      <Rows
        caption={say("Its latest debates")}
        heads={[
          { title: say("Topic") },
          { title: say("Day") },
          { title: say("Place") },
          { title: say("Mean") },
          { title: say("Change"), how: say("How far its mean moved after its rebuttal") },
        ]}
      >
        {of.map((each) => (
          <tr key={each.session}>
            <th scope="row">
              <Link href={`/s/${each.session}`}>{each.topic}</Link>
            </th>
            <td>{day(each.at)}</td>
            <td>
              {each.place === 0 ? "–" : say("{place, number} of {all, number}", { place: each.place, all: each.of })}
            </td>
            <td>{mark(each.mean)}</td>
            <td>{each.change === null ? "" : signed(each.change)}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}
