import { CsvError, type Options, parse } from "csv-parse/sync";

/** The longest row, in characters: a quote that is not closed must not take in the whole file cell by cell. */
const MAX_ROW = 1024 * 1024;

/**
 * The records of a csv text, the header among them. The library makes an error, with a stack, for each record
 * of a different width than the header, even if it is set to accept them: so it is set so only for a text
 * that has one, and only `most` records from there on are read. A caller that finds so many uneven records
 * has to refuse the text.
 */
export function csvRecords(
  text: string,
  recordOptions: Pick<Options, "bom" | "delimiter" | "record_delimiter" | "skip_empty_lines" | "to">,
  most: number,
): string[][] {
  const options = { skip_empty_lines: true, max_record_size: MAX_ROW, ...recordOptions };
  try {
    return parse(text, options);
  } catch (cause) {
    if (!(cause instanceof CsvError) || cause.code !== "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH") throw cause;
    const to = Number(cause.records) + most;
    return parse(text, { ...options, relax_column_count: true, to });
  }
}
