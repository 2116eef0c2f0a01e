import { type Palette, palette } from "./palette.js";

/** The width of a text and its colors. */
export interface TextStyle {
  /** Columns of prose. */
  readonly width: number;
  /** Columns of rows and headings: without a terminal each is one line, in which a pipeline finds what it looks for. */
  readonly rowWidth: number;
  readonly paint: Palette;
}

/** The style for a screen of so many columns. */
export const textStyle = (options: {
  readonly color: boolean;
  readonly width: number;
  readonly isTerminal?: boolean;
}): TextStyle => ({
  width: options.width,
  rowWidth: options.isTerminal === true ? options.width : Number.POSITIVE_INFINITY,
  paint: palette(options.color),
});

/** The same with fewer columns, for what is indented afterwards. */
export const narrower = (look: TextStyle, columns: number): TextStyle => ({
  ...look,
  width: look.width - columns,
  rowWidth: look.rowWidth - columns,
});
