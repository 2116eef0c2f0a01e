/**
 * The query engine's filter syntax, written once more from the table in docs/who-sees-what.md and the engine's answers, and
 * sharing nothing with what it judges: a value becomes the SQL that the engine adds for a column. Spans of days that are
 * counted from today are counted from a day of their own.
 */

/** SQL; `null` where the engine refuses the query, the empty text where it adds nothing. */
export function filterSql(value: string | undefined, column: string, isNumber: boolean): string | null {
  if (value === undefined || value === "") return "";
  if (value === "NULL") return `${column} IS NULL`;
  if (value === "-NULL") return `${column} IS NOT NULL`;
  if (value === "TRUE" || value === "FALSE") return `${column}=${value.toLowerCase()}`;
  const span = spanSql(value, column);
  if (span !== undefined) return span;
  const words = value.split(" ");
  const word = value.startsWith("not on ") || value === "not on" ? "not on" : words[0];
  const operator = { after: ">=", before: "<=", on: "=", "not on": "<>" }[word ?? ""];
  if (operator !== undefined) {
    const day = dayOf(words[words.length - 1] ?? "");
    return day === undefined ? null : `${column}${operator}'${day}'`;
  }
  if (value.includes(",")) return listSql(value.split(",").map(trimmed), column, isNumber);
  const [compared] = value.match(/^(<=|>=|<>|!=|=|<|>)/) ?? [];
  if (compared !== undefined) {
    const number = numberOf(value.substring(compared.length));
    return number === undefined ? null : `${column}${compared === "!=" ? "<>" : compared}${number}`;
  }
  const not = value[0] === "-";
  const text = not ? value.substring(1) : value;
  if (text === "") return null;
  const [starts, ends] = [text[0] === "%", text[text.length - 1] === "%"];
  if (starts || ends) {
    const inner =
      starts && ends
        ? text.substring(1, Math.max(1, text.length - 1))
        : starts
          ? text.substring(1)
          : text.substring(0, text.length - 1);
    const like = starts && ends ? `%${inner}%` : starts ? `%${inner}` : `${inner}%`;
    return `LOWER(${column}) ${not ? "NOT " : ""}LIKE LOWER(${quoted(like)})`;
  }
  const number = isNumber && text !== "" ? numberOf(text) : undefined;
  return `${column}${not ? "<>" : "="}${number ?? quoted(text)}`;
}

const quoted = (text: string): string => `'${text.split("'").join("''")}'`;

function listSql(entries: readonly string[], column: string, isNumber: boolean): string | null {
  if (entries.some((entry) => entry.length === 0)) return null;
  const minus = entries.filter((entry) => entry[0] === "-").length;
  if (minus > 0 && minus !== entries.length) return null;
  const texts = minus > 0 ? entries.map((entry) => trimmed(entry.substring(1))) : entries;
  const members = texts.map((text) => (isNumber ? numberOf(text) : quoted(text)));
  if (members.includes(undefined)) return null;
  return `${column} ${minus > 0 ? "NOT " : ""}IN (${members.join(",")})`;
}

/** As pandas reads a number: nothing at all is `nan`. */
function numberOf(text: string): string | undefined {
  const bare = trimmed(text);
  if (bare === "") return "nan";
  if (/^[-+]?(inf|infinity)$/i.test(bare)) return bare[0] === "-" ? "-inf" : "inf";
  if (!/^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/.test(bare)) return undefined;
  const number = Number.parseFloat(bare);
  if (!Number.isFinite(number)) return undefined;
  return /[.eE]/.test(bare) && Number.isInteger(number) ? `${number}.0` : `${number}`;
}

/** Python's blanks, by their numbers. */
const BLANKS = [9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 133, 160, 5760, 8232, 8233, 8239, 8287, 12288].concat(
  Array.from({ length: 11 }, (_, i) => 8192 + i),
);
const isBlank = (letter: string | undefined): boolean =>
  letter !== undefined && BLANKS.includes(letter.charCodeAt(0));

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.substring(from, to);
}

function dayOf(text: string): string | undefined {
  const parts = text.match(/^([0-9]{4})-([0-9]{1,2})-( ?[0-9]{1,2})$/);
  if (parts === null || (/^ ?[0-9]{2}$/.test(parts[3] ?? "") === false && !/^ ?[0-9]$/.test(parts[3] ?? "")))
    return undefined;
  if (parts[3]?.[0] === " " && parts[3].length !== 2) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T00:00:00`;
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.4, quarter: 91.3, year: 365.2 };

/** Two conditions of one span; a span that leaves the calendar is refused. */
function spanSql(value: string, column: string): string | null | undefined {
  const [first, second, third] = value.split(" until ");
  if (second !== undefined) {
    if (third !== undefined) return null;
    const from =
      spanSql(first ?? "", column) ?? (spanSql(first ?? "", column) === undefined && dayOf(first ?? ""));
    const to = spanSql(second, column) ?? (spanSql(second, column) === undefined && dayOf(second));
    if (!from || !to) return null;
    const start = from.startsWith(column) ? from.split(" and ")[0] : `${column}>='${from}'`;
    const end = to.startsWith(column) ? to.split(" and ").pop() : `${column}<='${to}'`;
    return `${start} and ${end}`;
  }
  if (value === "today") return between(column, 0, 0);
  if (value === "yesterday") return between(column, 1, 1);
  const blank = `[${BLANKS.map((code) => `\\u${code.toString(16).padStart(4, "0")}`).join("")}]`;
  const unit = "(unknown|day|week|month|quarter|year)s?";
  const exact = value.match(
    new RegExp(`(\\p{Nd}+)${blank}+${unit}${blank}+ago${blank}+for${blank}+(\\p{Nd}+)${blank}+${unit}`, "u"),
  );
  const loose =
    value.match(
      new RegExp(`(?:(\\p{Nd}+|this|last)${blank}+)?${unit}${blank}+(?:ago|to${blank}+date)`, "u"),
    ) ?? value.match(new RegExp(`(\\p{Nd}+|this|last)${blank}+${unit}`, "u"));
  const found = exact ?? loose;
  if (found === null) return undefined;
  const days = (count: string | undefined, of: string | undefined): number => {
    const n = /^[0-9]+$/.test(count ?? "") ? Number(count) : 1;
    return n * (DAYS[of ?? ""] ?? Number.NaN);
  };
  const back = days(found[1], found[2]);
  const on = exact ? days(exact[3], exact[4]) : 0;
  if (!(back < 700_000) || !(on < 2_900_000)) return null;
  return between(column, back, Math.max(0, back - on));
}

function between(column: string, from: number, to: number): string {
  const day = (ago: number): string =>
    new Date(Date.UTC(2026, 5, 15) - Math.floor(ago) * 86_400_000).toISOString().slice(0, 10);
  return `${column}>='${day(from)}T00:00:00' and ${column}<='${day(to)}T23:59:59'`;
}
