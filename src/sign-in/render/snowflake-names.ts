// Words that the warehouse does not take as a name without quotes (its list of reserved keywords).
const RESERVED = new Set(
  `ACCOUNT ALL ALTER AND ANY AS BETWEEN BY CASE CAST CHECK COLUMN CONNECT CONNECTION CONSTRAINT CREATE CROSS CURRENT
  CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DATABASE DELETE DISTINCT DROP ELSE EXISTS FALSE FOLLOWING
  FOR FROM FULL GRANT GROUP GSCLUSTER HAVING ILIKE IN INCREMENT INNER INSERT INTERSECT INTO IS ISSUE JOIN LATERAL LEFT
  LIKE LOCALTIME LOCALTIMESTAMP MINUS NATURAL NOT NULL OF ON OR ORDER ORGANIZATION QUALIFY REGEXP REVOKE RIGHT RLIKE
  ROW ROWS SAMPLE SCHEMA SELECT SET SOME START TABLE TABLESAMPLE THEN TO TRIGGER TRUE TRY_CAST UNION UNIQUE UPDATE
  USING VALUES VIEW WHEN WHENEVER WHERE WITH`.split(/\s+/),
);

/** Returns true if a name means the same with and without quotes: upper-case letters, digits, `_` and `$`, no keyword. */
export const isPlainIdentifier = (name: string): boolean =>
  /^[A-Z_][A-Z0-9_$]*$/.test(name) && !RESERVED.has(name);

/** A name as an identifier, in quotes where it needs them. */
export const sqlIdentifier = (name: string): string =>
  isPlainIdentifier(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A text as a string literal: quotes doubled, backslashes escaped. */
export const sqlString = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** A list of texts as the warehouse's properties take it. */
export const sqlStrings = (texts: readonly string[]): string => `(${texts.map(sqlString).join(", ")})`;
