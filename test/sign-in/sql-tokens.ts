/** A word, a punctuation mark, an identifier in quotes or a string, with the text that it stands for. */
export interface SqlToken {
  readonly kind: "word" | "mark" | "identifier" | "string";
  readonly text: string;
}

/**
 * Reads the warehouse's SQL the way the warehouse does (comments, `''` and backslashes in strings, `""` in quoted
 * identifiers), written apart from what writes it. Throws on what would not parse.
 */
export function readSql(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let i = 0;
  const until = (quote: string, escapes: boolean): string => {
    let text = "";
    for (i += 1; i < sql.length; i += 1) {
      const char = sql.charAt(i);
      if (char === quote && sql.charAt(i + 1) !== quote) {
        i += 1;
        return text;
      }
      if (char === quote || (char === "\\" && escapes)) i += 1;
      text += sql.charAt(i);
    }
    throw new Error("the quote never ends");
  };
  while (i < sql.length) {
    const char = sql.charAt(i);
    const word = /^[A-Za-z_<>][A-Za-z0-9_$<>]*/.exec(sql.slice(i))?.[0];
    if (/\s/.test(char)) i += 1;
    else if (sql.startsWith("--", i)) i = (sql.indexOf("\n", i) + 1 || sql.length + 1) - 1;
    else if (char === "'") tokens.push({ kind: "string", text: until("'", true) });
    else if (char === '"') tokens.push({ kind: "identifier", text: until('"', false) });
    else if (word !== undefined) {
      tokens.push({ kind: "word", text: word });
      i += word.length;
    } else if ("(),=;".includes(char)) {
      tokens.push({ kind: "mark", text: char });
      i += 1;
    } else throw new Error(`unexpected ${char}`);
  }
  return tokens;
}

/** The statements of a file, each without its semicolon. */
export function readStatements(sql: string): SqlToken[][] {
  const statements: SqlToken[][] = [];
  let open: SqlToken[] = [];
  for (const token of readSql(sql)) {
    if (token.kind === "mark" && token.text === ";") {
      statements.push(open);
      open = [];
    } else open.push(token);
  }
  if (open.length > 0) throw new Error("a statement without its end");
  return statements;
}
