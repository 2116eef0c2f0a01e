import type { Action, ResourceChange } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import {
  ACTION_SIGNS,
  changeTitle,
  changeTitleInWorkspace,
  fieldTexts,
  KIND_NOUNS,
  reasonText,
} from "../labels.js";
import { type ChangePart, changeBlocks, type KindBlock, kindBlocks } from "../view/change-blocks.js";
import { columnWidth, displayWidth, table, wrap } from "./layout.js";
import type { Palette } from "./palette.js";

/** How wide a text may be and how it is painted. */
export interface TextStyle {
  readonly width: number;
  readonly paint: Palette;
}

/** Changes under their workspace and kind, one block of lines a workspace. */
export function changeText(part: ChangePart, look: TextStyle): string[][] {
  return changeBlocks(part).map(({ title, kinds }) => [
    look.paint.strong(visibleName(title)),
    ...kinds.flatMap((block) => [
      "",
      `  ${block.heading}`,
      // The heading names the workspace.
      ...changeRows(block.changes, look, "    ", changeTitleInWorkspace),
    ]),
  ]);
}

/**
 * One change a line, `+ address  fields`, the second column aligned; fields that do not fit beside the address are below
 * it. A reason is shown once, below the last of the changes that share it.
 */
export function changeRows(
  changes: readonly ResourceChange[],
  look: TextStyle,
  indent: string,
  titleOf = changeTitle,
): string[] {
  const { paint, width } = look;
  const room = width - indent.length - 2;
  const deeper = `${indent}    `;
  const rows = changes.map((change) => {
    const title = titleOf(change);
    return { change, title, columns: displayWidth(title), fields: fieldTexts(change) };
  });
  const column = columnWidth(
    rows.flatMap((row) => (row.fields.length > 0 ? [row.columns] : [])),
    Math.floor(room * 0.7),
  );
  const reasons = reasonLines(changes);
  return rows.flatMap(({ change, title, columns, fields }, i) => {
    const [action] = change.change.actions;
    const painted = action === "no-op" ? paint.faint : paint[action];
    const head = `${indent}${painted(ACTION_SIGNS[action])} ${title}`;
    const gap = Math.max(column - columns, 0) + 2;
    const beside = fields.join(", ");
    const fits = columns + gap + displayWidth(beside) <= room;
    return [
      fits && beside !== "" ? head + " ".repeat(gap) + beside : head,
      ...(fits ? [] : fields.map((field) => deeper + field)),
      ...wrap(reasons[i] ?? "", width, deeper).map(paint.faint),
    ];
  });
}

/** For each change the reason to print below it: only the last of several changes in a row with one reason has it. */
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

/** Up to how many workspaces have a block of counts, and up to how many a line. */
const FEW_WORKSPACES = 3;
const MOST_WORKSPACES = 12;

/** Counts only, for `--summary`: one line a workspace and kind, or a workspace, or a kind where there are many of them. */
export function changeCounts(part: ChangePart, { paint }: TextStyle): string[][] {
  const blocks = changeBlocks(part);
  const lines = (kinds: readonly KindBlock[]): string[] => kinds.map((block) => countsOf(block, paint));
  if (blocks.length <= FEW_WORKSPACES)
    return blocks.map(({ title, kinds }) => [
      paint.strong(visibleName(title)),
      ...lines(kinds).map((line) => `  ${line}`),
    ]);
  const heading = paint.strong(count(blocks.length, "workspace"));
  return blocks.length > MOST_WORKSPACES
    ? [[heading, ...lines(kindBlocks(part.changes)).map((line) => `  ${line}`)]]
    : [
        [
          heading,
          ...table(blocks.map(({ title, kinds }) => [visibleName(title), lines(kinds).join(", ")])).map(
            (line) => `  ${line}`,
          ),
        ],
      ];
}

function countsOf({ kind, changes }: KindBlock, paint: Palette): string {
  const [one, many] = KIND_NOUNS[kind];
  const counted = (action: Action): number =>
    changes.filter((change) => change.change.actions[0] === action).length;
  const signs = (["create", "update", "delete"] as const).flatMap((action) => {
    const n = counted(action);
    return n === 0 ? [] : [paint[action](`${ACTION_SIGNS[action]}${n}`)];
  });
  const unchanged = counted("no-op");
  if (unchanged > 0) signs.push(paint.faint(`=${unchanged}`));
  return `${count(changes.length, one, many)}: ${signs.join(" ")}`;
}
