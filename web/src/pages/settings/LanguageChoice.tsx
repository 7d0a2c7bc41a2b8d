// Which language are the pages in? A choice loads the page again where it stands, since every sentence changes.
import { Choice } from "@/controls/Switches";
import { toast } from "@/controls/toasts";
import { choose, chosen, LANGUAGES, type Language } from "@/language/choice";
import { say } from "@/language/say";

const named = Object.entries(LANGUAGES) as [Language, string][];

/** Keeps the language, and loads the page anew; what is unsaved is asked about by the browser. */
export function speak(language: Language | null): void {
  if (choose(language)) location.reload();
  else toast(say("This browser keeps no settings for this page, so the language stays as the browser has it."));
}

export function LanguageChoice() {
  return (
    <Choice<Language | "system">
      label={say("Language")}
      value={chosen() ?? "system"}
      choices={[{ value: "system", title: say("As the system") }, ...named.map(([value, title]) => ({ value, title }))]}
      help={say("Questions, answers and exports stay in the language they were written in.")}
      onChoose={(language) => {
        speak(language === "system" ? null : language);
      }}
    />
  );
}
