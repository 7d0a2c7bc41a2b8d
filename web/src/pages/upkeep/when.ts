// When is a schedule due, in the reader's words? Days and times as the language writes them; what has none, by its fields.
import { locale } from "@/language/locale";
import { listed, say } from "@/language/say";

const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
/** A Sunday, in UTC. */
const SUNDAY = Date.UTC(2023, 0, 1);
const A_DAY = 86_400_000;

/** `30 7 * * 1-5` in Europe/Berlin: "Monday to Friday at 07:30 (Europe/Berlin)". */
export function whenOf(cron: string, zone: string): string {
  const [minute = "", hour = "", day, month, weekdays = "", ...more] = cron.trim().toUpperCase().split(/\s+/);
  const days = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) ? daysOf(weekdays) : null;
  if (days === null || day !== "*" || month !== "*" || more.length > 0)
    return say("by the fields {cron} ({zone})", { cron, zone });
  const at = new Date(SUNDAY + (Number(hour) * 60 + Number(minute)) * 60_000);
  const form = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  return days === ""
    ? say("every day at {time} ({zone})", { time: form.format(at), zone })
    : say("{days} at {time} ({zone})", { days, time: form.format(at), zone });
}

/** The days in words; empty for all of them, null where they are more than a list or a range. */
function daysOf(field: string): string | null {
  if (field === "*") return "";
  const range = /^(\w+)-(\w+)$/.exec(field);
  const numbers = (range === null ? field.split(",") : range.slice(1)).map(dayNumber);
  if (numbers.some((number) => number === null)) return null;
  const names = numbers.map((number) => nameOf(number ?? 0));
  return range === null ? listed(names) : say("{first} to {last}", { first: names[0] ?? "", last: names[1] ?? "" });
}

function dayNumber(word: string): number | null {
  if (/^[0-7]$/.test(word)) return Number(word) % 7;
  const at = DAYS.indexOf(word);
  return at < 0 ? null : at;
}

const nameOf = (number: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(SUNDAY + number * A_DAY);

/** `2031-04-05 07:30 +0200`, the time on the schedule's own clock, as the language writes it. */
export function momentOf(at: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)/.exec(at);
  if (found === null) return at;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number);
  const form = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return form.format(Date.UTC(year, month - 1, day, hour, minute));
}
