// What can be done from anywhere? Pages, settings, looks, and what the page that is open can do; each has a name and acts.
import { toast } from "@/controls/toasts";
import { changed, listed, rowTitle, type TalkRow } from "@/hooks/sessions";
import { wantNotices } from "@/hooks/notify";
import { prefer, preferences } from "@/hooks/preferences";
import { say } from "@/language/say";
import { doable, perform, SHORTCUTS, shownKey, type ShortcutName } from "@/keyboard/shortcuts";
import { exported, save } from "@/share/files";
import { client, given } from "@/wire/client";
import type { ExportRow } from "@/wire/types";
import { keepDraft } from "../convene/draft";

/** The heading of each group. */
export const GROUPS = {
  Recent: say("Recent"),
  "This session": say("This session"),
  "Go to": say("Go to"),
  Settings: say("Settings"),
  Appearance: say("Appearance"),
  Sessions: say("Sessions"),
  Ask: say("Ask"),
};

export interface Command {
  id: string;
  group: keyof typeof GROUPS;
  title: string;
  /** What stands at its other end: a key, a day. */
  aside?: string;
  /** Other words by which it is found. */
  also?: string;
  /** Acts; what goes wrong is thrown. */
  run: () => unknown;
}

export interface Around {
  go: (address: string) => void;
  /** The session whose page is open; empty elsewhere. */
  session: string;
  /** The conversations of late. */
  rows: readonly TalkRow[];
  /** What a session is exported as. */
  forms: readonly ExportRow[];
  /** Asks for the lists anew. */
  again: () => unknown;
}

const PAGES = [
  ["/", say("Ask a council"), say("new question home")],
  ["/sessions", say("All sessions"), say("list history search")],
  ["/studies", say("Studies"), say("many questions arms corpus differences")],
  ["/analytics", say("Boards"), say("analytics leaderboard ranking models marks wins")],
  ["/analytics/fame", say("Hall of fame"), say("achievements badges earned")],
  ["/upkeep", say("Voters"), say("upkeep tiers controls pairs schedules alarms channels")],
  ["/compare", say("Compare two sessions"), say("difference side by side")],
  ["/usage", say("Usage"), say("cost money spend tokens calls")],
] as const;
const SECTIONS = [
  ["endpoints", say("Endpoints"), say("keys services models api key")],
  ["councils", say("Councils"), say("members chair default")],
  ["rubrics", say("Rubrics"), say("axes scores")],
  ["searchers", say("Searchers"), say("web search")],
  ["limits", say("Limits"), say("budget time timeout prices")],
  ["appearance", say("Appearance"), say("theme motion size")],
  ["data", say("Data"), say("export import delete backup")],
  ["about", say("About"), say("version licences")],
] as const;
const THEMES = [
  ["dark", say("Theme: dark")],
  ["light", say("Theme: light")],
  ["system", say("Theme: as the system")],
] as const;
/** On and off, with what comes of it. */
const notices = (): Command => ({
  id: "notices",
  group: "Appearance",
  title: preferences().notify
    ? say("Do not tell me when a long session ends")
    : say("Tell me when a long session ends"),
  also: say("notification notify browser alert"),
  run: async () => {
    const on = !preferences().notify;
    const found = await wantNotices(on);
    if (!on) toast(say("Notifications are off."));
    else if (found === "granted") toast(say("You are notified when a long session ends."));
    else toast(say("This browser shows no notifications of this page: the title of the tab will tell you."));
  },
});
/** What only makes sense with its key, or is this list itself. */
const LEFT_OUT: readonly ShortcutName[] = ["search", "close", "new", "composer"];

/** Everything that can be done now, sessions left out. */
export function commandsFor(around: Around): Command[] {
  const { go, session } = around;
  return [
    ...(session === "" ? [] : ofSession(around)),
    ...ofPage().filter(({ group }) => group === "This session"),
    ...PAGES.map(([address, title, also]): Command => ({ ...at(address, go), group: "Go to", title, also })),
    ...SECTIONS.map(([name, title, also]): Command => ({
      ...at(`/settings/${name}`, go),
      group: "Settings",
      title,
      also,
    })),
    ...THEMES.filter(([theme]) => theme !== preferences().theme).map(([theme, title]): Command => ({
      id: `theme:${theme}`,
      group: "Appearance",
      title,
      also: say("colour mode"),
      run: () => {
        prefer({ theme });
      },
    })),
    ...ofPage().filter(({ group }) => group === "Appearance"),
    notices(),
  ];
}

const at = (address: string, go: Around["go"]): Pick<Command, "id" | "run"> => ({
  id: `go:${address}`,
  run: () => {
    go(address);
  },
});

/** The session that is open: taken as a file, asked again, pinned. */
function ofSession({ go, session, rows, forms, again }: Around): Command[] {
  const row = rows.find((each) => each.session === session);
  const group = "This session";
  return [
    {
      ...{ id: "again", group, title: say("Edit this question and ask it again"), also: say("repeat copy again") },
      run: async () => {
        const path = { params: { path: { session } } };
        keepDraft(given(await client.GET("/api/sessions/{session}/state", path)).question.text);
        go("/");
      },
    },
    ...forms.map((form): Command => ({
      ...{ id: `export:${form.name}`, group, title: say("Export: {title}", { title: form.title }) },
      also: `${form.help} ${say("save download file")}`,
      run: async () => {
        const { name, blob } = await exported(session, form.name);
        save(name, blob);
      },
    })),
    ...(row === undefined
      ? []
      : [
          {
            ...({ id: "pin", group, title: row.pinned ? say("Unpin this session") : say("Pin this session") } as const),
            run: async () => {
              await changed(row, { pinned: !row.pinned });
              toast(row.pinned ? say("It is no longer pinned.") : say("Pinned."));
              await again();
            },
          },
        ]),
  ];
}

/** What has a shortcut on the page that is open: views, playing, copying, full screen. */
function ofPage(): Command[] {
  return doable()
    .filter((name) => !LEFT_OUT.includes(name))
    .map((name): Command => {
      const { says, group, keys } = SHORTCUTS[name];
      return {
        id: `key:${name}`,
        group: group === "Everywhere" ? "Appearance" : "This session",
        title: group === "Views" ? say("View: {view}", { view: says }) : says,
        aside: keys.map(shownKey)[0] ?? "",
        run: () => perform(name),
      };
    });
}

/** Conversations, each opened by its title. */
export const sessionsAs = (rows: readonly TalkRow[], when: (row: TalkRow) => string, go: Around["go"]): Command[] =>
  rows.map((row) => ({
    id: `session:${listed(row)}`,
    group: "Sessions",
    title: rowTitle(row),
    aside: when(row),
    also: row.answer,
    run: () => {
      go(`/s/${row.session}`);
    },
  }));

/** What was typed, as a question. */
export const askingOf = (typed: string, go: Around["go"]): Command => ({
  id: "ask",
  group: "Ask",
  title: say("Ask: “{question}”", { question: typed }),
  run: () => {
    go(`/?q=${encodeURIComponent(typed)}`);
  },
});
