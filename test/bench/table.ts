/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly target: string;
  readonly measured: string;
  /** `undefined`: not measured, or nothing to reach. */
  readonly met: boolean | undefined;
}

/** A ratio against what it may be at most. */
export function ratioRow(what: string, measured: number, most: number, figures: string): Row {
  return { what, target: `≤ ${most}×`, measured: `${digits(measured)}× (${figures})`, met: measured <= most };
}

/** A ratio against what it must be at least. */
export function speedRow(what: string, measured: number, least: number, figures: string): Row {
  return {
    what,
    target: `≥ ${least}×`,
    measured: `${digits(measured)}× (${figures})`,
    met: measured >= least,
  };
}

/** An amount against what it may be at most. */
export function amountRow(what: string, measured: number, most: number, unit: string, figures = ""): Row {
  return {
    what,
    target: `≤ ${most} ${unit}`,
    measured: `${digits(measured)} ${unit}${figures === "" ? "" : ` (${figures})`}`,
    met: measured <= most,
  };
}

/** Milliseconds as people read them. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${digits(milliseconds / 1_000)} s`;
}

function digits(number: number): string {
  return number >= 100 ? String(Math.round(number)) : number.toFixed(number >= 10 ? 1 : 2);
}

/** The table in Markdown, so that it can go into the documentation as it is. */
export function tableText(rows: readonly Row[]): string {
  const cells = [
    ["what", "target", "measured", ""],
    ...rows.map(({ what, target, measured, met }) => [what, target, measured, verdict(met)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("");
}

function verdict(met: boolean | undefined): string {
  return met === undefined ? "" : met ? "ok" : "not reached";
}
