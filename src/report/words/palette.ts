import { styleText } from "node:util";

type Style = (text: string) => string;

/** The styles by what they mean; every meaning also has a sign or a word, so that colour is never the only one. */
export interface Palette {
  readonly create: Style;
  readonly update: Style;
  readonly delete: Style;
  /** The style for access that opens, and for refusals. */
  readonly alarm: Style;
  readonly warning: Style;
  readonly strong: Style;
  readonly faint: Style;
}

const style =
  (format: Parameters<typeof styleText>[0]): Style =>
  (text) =>
    text === "" ? "" : styleText(format, text, { validateStream: false });

const COLORS: Palette = {
  create: style("green"),
  update: style("yellow"),
  delete: style("red"),
  alarm: style(["bold", "red"]),
  warning: style("yellow"),
  strong: style("bold"),
  faint: style("dim"),
};

const asIs: Style = (text) => text;
const PLAIN = Object.fromEntries(Object.keys(COLORS).map((name) => [name, asIs])) as unknown as Palette; // all of them

/** The styles to paint with; without colour they leave the text alone. The caller knows whether to use colour. */
export const palette = (color: boolean): Palette => (color ? COLORS : PLAIN);
