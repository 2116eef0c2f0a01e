import type { ResourceChange } from "../../model/plan/plan.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, placeText, reasonText } from "../words/labels.js";
import { columnWidth, displayWidth, wrap, wrapAddress } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";

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
    const row = { change, title, place: placeText(change) };
    const beside = " ".repeat(Math.max(column - columns, 0) + 2) + fields.join(", ");
    const all = columns + displayWidth(beside);
    return fields.length > 0 && all <= room
      ? { ...row, beside, columns: all, below: [] }
      : { ...row, beside: "", columns, below: fields };
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
