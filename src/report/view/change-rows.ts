import type { Action, ResourceChange } from "../../model/plan/plan.js";
import { groupAlike } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, KIND_NOUNS, placeText, reasonText } from "../words/labels.js";
import { columnWidth, displayWidth, fittedTable, wrap, wrapAddress } from "../words/layout.js";
import { type Palette, palette } from "../words/palette.js";
import type { TextStyle } from "../words/text-style.js";
import { type ChangePart, changeBlocks, type KindBlock } from "./change-blocks.js";

/**
 * One change a line, `+ address  fields  place`, the columns aligned; fields that do not fit beside the address are below
 * it, and so is a place. A reason is shown once, below the last of the changes that share it.
 */
export function changeRows(
  changes: readonly ResourceChange[],
  look: TextStyle,
  titleOf = changeTitle,
): string[] {
  const { paint, width, rowWidth } = look;
  const deeper = "    ";
  const rows = besideTitles(changes, width - 2, titleOf);
  const placed = rows.filter(({ place }) => place !== "");
  const widest = placed.reduce((most, { place }) => Math.max(most, displayWidth(place)), 0);
  const placeColumn = columnWidth(
    placed.map(({ columns }) => columns),
    width - 4 - widest,
  );
  const reasons = reasonLines(changes);
  return rows.flatMap(({ change, title, beside, columns, below, place }, i) => {
    const [action] = change.change.actions;
    const painted = action === "no-op" ? paint.faint : paint[action];
    const [first = "", ...further] = wrapAddress(title, rowWidth - 2, "");
    const gap = " ".repeat(Math.max(placeColumn - columns, 0) + 2);
    const hasRoom = columns + gap.length + displayWidth(place) <= rowWidth - 2;
    const placeBeside = place === "" || !hasRoom ? "" : gap + paint.faint(place);
    return [
      `${painted(ACTION_SIGNS[action])} ${first}${beside}${placeBeside}`,
      ...further,
      ...below.flatMap((field) => wrap(field, rowWidth, deeper)),
      ...(hasRoom ? [] : wrap(place, width, deeper).map(paint.faint)),
      ...wrap(reasons[i] ?? "", width, deeper).map(paint.faint),
    ];
  });
}

/** Changes with their fields beside the titles, aligned, or below them; `columns` is the width of both without a sign. */
function besideTitles(
  changes: readonly ResourceChange[],
  room: number,
  titleOf: (change: ResourceChange) => string,
) {
  const rows = changes.map((change) => {
    const title = titleOf(change);
    return { change, title, columns: displayWidth(title), fields: fieldTexts(change) };
  });
  const column = columnWidth(
    rows.flatMap((row) => (row.fields.length > 0 ? [row.columns] : [])),
    Math.floor(room * 0.7),
  );
  return rows.map(({ change, title, columns, fields }) => {
    const place = placeText(change);
    const text = " ".repeat(Math.max(column - columns, 0) + 2) + fields.join(", ");
    const all = columns + displayWidth(text);
    return fields.length > 0 && all <= room
      ? { change, title, beside: text, columns: all, below: [], place }
      : { change, title, beside: "", columns, below: fields, place };
  });
}

/**
 * The reason to print below each change: only the last of several consecutive changes with one reason has it.
 */
function reasonLines(changes: readonly ResourceChange[]): string[] {
  let run = 0;
  return changes.map((change, i) => {
    const reason = reasonText(change);
    const next = changes[i + 1];
    run += 1;
    if (next !== undefined && reasonText(next) === reason) return "";
    const shared = run;
    run = 0;
    return shared === 1 || reason === "" ? reason : `(all ${shared}: ${reason.slice(1)}`;
  });
}

/** The counts of changes of all actions; workspaces with the same counts are one row. */
export function countLines(part: ChangePart, { paint, rowWidth }: TextStyle): string[][] {
  const blocks = changeBlocks(part);
  if (blocks.length === 0) return [];
  const lines = (kinds: readonly KindBlock[]): string[] => kinds.map((block) => countsOf(block, paint));
  if (blocks.length === 1)
    return blocks.map(({ title, kinds }) => [
      paint.strong(visibleName(title)),
      ...lines(kinds).map((line) => `  ${line}`),
    ]);
  const heading = paint.strong(count(blocks.length, "workspace"));
  // Without colour: the width of what is painted is not known.
  const plain = (kinds: readonly KindBlock[]): string =>
    kinds.map((block) => countsOf(block, palette(false))).join(", ");
  const rows = groupAlike(blocks, ({ kinds }) => plain(kinds)).map((same) => [
    same.map(({ title }) => visibleName(title)).join(", "),
    plain(same[0].kinds),
  ]);
  return [[heading, ...fittedTable(rows, rowWidth, "  ").flat()]];
}

function countsOf({ kind, changes }: KindBlock, paint: Palette): string {
  const [one, many] = KIND_NOUNS[kind];
  const counted = (action: Action): number =>
    changes.filter(({ change, implied_by }) => change.actions[0] === action && implied_by === undefined)
      .length;
  const signs = (["create", "update", "delete"] as const).flatMap((action) => {
    const n = counted(action);
    return n === 0 ? [] : [paint[action](`${ACTION_SIGNS[action]}${n}`)];
  });
  const implied = changes.filter(({ implied_by }) => implied_by !== undefined).length;
  if (implied > 0) signs.push(`(${implied} with another removal)`);
  return `${count(changes.length, one, many)}: ${signs.join(" ")}`;
}
