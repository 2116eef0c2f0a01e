/** A stretch of a text that is no plain scalar. */
export interface Stretch {
  readonly kind: "quoted" | "block";
  readonly start: number;
  readonly end: number;
}

/** A place in a text that the query engine's YAML reader refuses, or reads as another line than orgform does. */
export interface TextSlip {
  readonly at: number;
  readonly why: string;
  readonly isRefused: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the engine's reader refuses.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
const ODD_LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/g;
const OTHER_VERSION = /^\ufeff?(?:(?:[ \t]*|[#%].*)\r?\n)*%YAML[ \t]+(?!1\.1\b)/;

/** The first slip in a text; its scalars that are not plain are asked for only where they matter. */
export function textSlip(text: string, apart: () => readonly Stretch[]): TextSlip | undefined {
  const unprintable = text.search(UNPRINTABLE);
  if (unprintable >= 0) return refused(unprintable, "it has a character that YAML does not allow");
  const version = OTHER_VERSION.exec(text);
  if (version) return unread(version[0].lastIndexOf("%YAML"), "it asks for another version of YAML than 1.1");
  const ends = [...text.matchAll(ODD_LINE_END)].map(({ index }) => index);
  const end = ends.length === 0 ? undefined : ends.find((at) => stretchAt(apart(), at)?.kind !== "quoted");
  if (end !== undefined) return unread(end, "a line ends here with another sign than a line feed");
  for (let at = text.indexOf("\t"); at >= 0; at = text.indexOf("\t", at + 1))
    if (!isTabAllowed(text, at, apart())) return refused(at, "there is a tab outside of quotes");
  return undefined;
}

const refused = (at: number, why: string): TextSlip => ({ at, why, isRefused: true });
const unread = (at: number, why: string): TextSlip => ({ at, why, isRefused: false });

const stretchAt = (apart: readonly Stretch[], at: number): Stretch | undefined =>
  apart.find(({ start, end }) => start <= at && at < end);

/** Returns true for a tab in quotes, in a comment, or after the indentation of a block of text. */
function isTabAllowed(text: string, at: number, apart: readonly Stretch[]): boolean {
  const stretch = stretchAt(apart, at);
  if (stretch?.kind === "quoted") return true;
  const line = text.lastIndexOf("\n", at - 1) + 1;
  const first = stretch ? text.indexOf("\n", stretch.start) + 1 : 0;
  if (stretch && at >= first) {
    const indent = /^(?:[ \t]*\r?\n)*( *)/.exec(text.slice(first, stretch.end))?.[1]?.length ?? 0;
    return at - line >= indent || /\S/.test(text.slice(line, at));
  }
  for (let mark = text.indexOf("#", line); mark >= 0 && mark < at; mark = text.indexOf("#", mark + 1)) {
    const isStart = mark === line || /\s/.test(text[mark - 1] ?? "");
    if (isStart && stretchAt(apart, mark)?.kind !== "quoted") return true;
  }
  return false;
}
