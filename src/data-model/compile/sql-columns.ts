/** The columns and fields that a text of SQL names. */
interface SqlColumns {
  /** Columns of the field's own table, in small letters and without quotes. */
  readonly columns: readonly string[];
  /** Fields, as they are written in `${…}`. */
  readonly fields: readonly string[];
  /** True if nothing else in it can be a column. */
  readonly isComplete: boolean;
}

/** Quoted names stay; texts and comments are taken out. */
const APART = /("(?:[^"]|"")*"|`[^`]*`)|'(?:[^'\\]|''|\\.)*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NAME = String.raw`(?:"((?:[^"]|"")+)"|${"`([^`]+)`"}|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*))`;
/** A column, with what of its content the SQL takes. */
const COLUMN = new RegExp(
  String.raw`\$\{TABLE\}\s*\.\s*${NAME}(?:\s*(?:\.|:(?!:))\s*(?:"[^"]+"|[\p{L}\p{N}_$]+)|\[\d+\])*`,
  "gu",
);
const FIELD = /\$\{([^}]*)\}/g;
const CAST = /::\s*\w+(?:\s*\([\d\s,]*\))?/g;
const WORD = /(?<![\p{L}\p{N}_$])[\p{L}_"`[][\p{L}\p{N}_$"`\].]*(?!\s*\()(?![\p{L}\p{N}_$"`\].])/gu;

const KEYWORDS: ReadonlySet<string> = new Set(
  `all and any array as asc at between bigint bool boolean by bytes case cast char character collate current_date
  current_time current_timestamp date datetime day days dayofweek dayofyear decimal desc distinct double else end
  epoch escape exists extract false filter first float float64 following for from group hour hours ilike in int int64
  integer interval is json last like list microsecond millisecond minute minutes month months not null nulls number
  numeric ntz object or order over partition precision preceding quarter quarters range real regexp respect
  rlike row rows second seconds separator similar some string struct text then time timestamp timestamp_ltz
  timestamp_ntz timestamp_tz timestamptz to trailing leading both true tinyint smallint unbounded unknown using uuid
  varchar variant week weeks when where with within without year years zone`.split(/\s+/),
);

/** The common case: one column and nothing else. */
const ALONE = /^\$\{TABLE\}\.([A-Za-z_]\w*)$/;

/** Reads a text of SQL for its columns. What a template makes of it is not known, so that it names none. */
export function columnsOfSql(sql: string): SqlColumns {
  const [, alone] = ALONE.exec(sql) ?? [];
  if (alone !== undefined) return { columns: [alone.toLowerCase()], fields: [], isComplete: true };
  if (/\{[{%]/.test(sql)) return { columns: [], fields: [], isComplete: false };
  const plain = sql.replace(APART, (_, name: string | undefined) => name ?? " ");
  const columns: string[] = [];
  const withoutColumns = plain.replace(COLUMN, (_, a?: string, b?: string, c?: string, d?: string) => {
    columns.push((a?.replaceAll('""', '"') ?? b ?? c ?? d ?? "").toLowerCase());
    return " 0 ";
  });
  const fields: string[] = [];
  let isComplete = true;
  const rest = withoutColumns.replace(FIELD, (_, name: string) => {
    // A whole row, or what comes after it, is no column that can be named.
    if (name === "TABLE") isComplete = false;
    else fields.push(name);
    return " 0 ";
  });
  const words = rest.replace(CAST, " ").match(WORD) ?? [];
  return {
    columns,
    fields,
    isComplete: isComplete && !/['"`]/.test(rest) && words.every((word) => KEYWORDS.has(word.toLowerCase())),
  };
}
