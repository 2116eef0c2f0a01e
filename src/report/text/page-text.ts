import { blockLines, linesInPieces, wrap } from "../words/layout.js";
import { type Page, pageNotes } from "../words/page.js";
import { type Prose, proseText, UNFOLD } from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import { detailLines, sectionText } from "./section-text.js";

/** The width and the colours of a document as text, and the amount of it that is shown. */
export type PageTextStyle = Parameters<typeof textStyle>[0] & {
  /** Every line of a long section, which is counted otherwise. */
  readonly full?: boolean;
  /** Lines below the sum. */
  readonly closing?: readonly string[];
};

/** A page for a terminal, in pieces of text. It begins with the verdict, and ends with the sum. */
export function pageText(
  page: Page,
  { full = false, closing = [], ...options }: PageTextStyle,
): Iterable<string> {
  const { verdict, sum, subject, refused, refusals = [], remarks = [], sections, foot } = page;
  const look = textStyle(options);
  const { alarm, strong } = look.paint;
  const prose = (text: Prose): readonly string[] => wrap(proseText(text), look.rowWidth);
  const shown = sections.map((section) => sectionText(section, look, full));
  return linesInPieces(
    blockLines([
      refused === undefined
        ? prose(verdict ?? "").map(strong)
        : prose(["Refused: ", verdict ?? refused].flat()).map(alarm),
      ...pageNotes(page).map(prose),
      ...shown.flatMap(({ blocks }) => blocks),
      shown.some(({ isShort }) => isShort) ? prose(UNFOLD) : [],
      [
        ...refusals.flatMap(prose).map(alarm),
        ...remarks.flatMap(prose),
        ...prose(subject ?? ""),
        ...(foot === undefined ? [] : detailLines({ tone: "faint", ...foot }, look, "")),
        ...prose(sum ?? "").map(strong),
      ],
      ...closing.map(prose),
    ]),
  );
}
