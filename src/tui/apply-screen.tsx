import { Box, render, Static, Text, useInput } from "ink";
import type { ReactElement } from "react";
import { ACTION_VERBS } from "../report/apply/event-text.js";
import { ACTION_SIGNS, addressText } from "../report/words/labels.js";
import { displayWidth } from "../report/words/layout.js";
import { compact } from "../util/collections.js";
import { visible } from "../util/escape.js";
import { type ApplyProgress, type RunningStep, type StepWait, timeLeft } from "./apply-progress.js";
import { knownColumns, spinnerAt, type TerminalInput, type TerminalOutput } from "./terminal.js";

interface Frame {
  readonly progress: ApplyProgress;
  /** Lines that will not change any more; only ever added to. */
  readonly finished: readonly string[];
  readonly interrupted: boolean;
  /** True for the last frame, which shows the finished lines only. */
  readonly isLast: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly now: number;
}

/** The terminal to open a screen on. */
interface ApplyScreenOptions {
  readonly stdout: TerminalOutput;
  readonly stdin: TerminalInput;
  readonly color: boolean;
  /** Ctrl-C is a key while the screen is open. */
  readonly onInterrupt: () => void;
}

/** A screen that shows the frames it is given until it is closed. */
interface ApplyScreen {
  show(frame: Frame): void;
  /** Leaves the last frame's finished lines on the terminal and gives the keyboard back. */
  close(): Promise<void>;
}

/** Opens the screen on a terminal. */
export function openApplyScreen({ stdout, stdin, color, onInterrupt }: ApplyScreenOptions): ApplyScreen {
  const listens = stdin.isTTY === true;
  const view = (frame: Frame): ReactElement => (
    <Screen
      frame={frame}
      rows={stdout.rows || 24}
      columns={knownColumns(stdout)}
      color={color}
      listens={listens}
      onInterrupt={onInterrupt}
    />
  );
  const ink = render(<Text />, {
    // Ink asks for the process's own streams by type and uses of them no more than these have.
    stdout: stdout as NodeJS.WriteStream,
    stdin: stdin as NodeJS.ReadStream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    show: (frame) => ink.rerender(view(frame)),
    close: async () => {
      const exit = ink.waitUntilExit();
      ink.unmount();
      await exit;
    },
  };
}

interface ScreenProps {
  readonly frame: Frame;
  readonly rows: number;
  readonly columns: number;
  readonly color: boolean;
  readonly listens: boolean;
  readonly onInterrupt: () => void;
}

function Screen({ frame, rows, columns, color, listens, onInterrupt }: ScreenProps): ReactElement {
  useInput((input, key) => void (key.ctrl && input === "c" && onInterrupt()), { isActive: listens });
  const { progress, finished, interrupted, isLast, startedAt, now } = frame;
  const running = [...progress.running.values()];
  // A live region as high as the terminal would make ink clear the screen at every frame.
  const room = Math.max(1, rows - 6);
  const shown = running.length > room ? running.slice(0, room - 1) : running;
  // A line that fills the last column makes some terminals wrap, and ink miscount.
  const width = columns - 1;
  return (
    <>
      <Static items={[...finished]}>{(line, i) => <Text key={i}>{line}</Text>}</Static>
      <Box flexDirection="column" display={isLast ? "none" : "flex"}>
        {shown.map((step) => (
          <Text key={step.ref.step} wrap="truncate-end">
            {runningLine(step, now, width)}
          </Text>
        ))}
        {shown.length < running.length && (
          <Text dimColor={color}> and {running.length - shown.length} more in flight</Text>
        )}
        {progress.wait && (
          <Text {...(color ? { color: "yellow" } : {})} wrap="truncate-end">
            Waiting: {waitText(progress.wait, now)}
          </Text>
        )}
        <Text bold={color} wrap="truncate-end">
          {statusLine(progress, now - startedAt, width)}
        </Text>
        {interrupted && (
          <Text wrap="truncate-end">Finishing what is in flight. Ctrl-C again stops at once.</Text>
        )}
      </Box>
    </>
  );
}

const BAR_COLUMNS = 20;

/** The width in columns below which the address replaces the words next to it. */
const NARROW_COLUMNS = 60;

/** The line at the bottom: bar, share, time left and failures, as much as fits into `columns`. */
export function statusLine(progress: ApplyProgress, elapsedMs: number, columns: number): string {
  const { ended, total, running, failed, inDoubt, skipped } = progress;
  const share = total === 0 ? 1 : ended / total;
  const left = timeLeft(progress, elapsedMs);
  const troubles = compact([
    failed > 0 && `${failed} failed`,
    inDoubt > 0 && `${inDoubt} in doubt`,
    skipped > 0 && `${skipped} skipped`,
  ]);
  const parts = [
    `${ended} of ${total}`,
    `${Math.floor(share * 100)} %`,
    left === undefined ? seconds(elapsedMs) : `about ${seconds(left)} left`,
    ...troubles,
  ];
  const full = [...parts, `${running.size} in flight`].join(" · ");
  const bar = barOf(share);
  if (displayWidth(full) + BAR_COLUMNS + 3 <= columns) return `${bar} ${full}`;
  if (displayWidth(full) <= columns) return full;
  // Failures are cut last.
  return [parts[0], ...troubles, ...parts.slice(1, 3)].join(" · ");
}

function barOf(share: number): string {
  const done = Math.floor(share * BAR_COLUMNS);
  return `▕${"█".repeat(done)}${"░".repeat(BAR_COLUMNS - done)}▏`;
}

/** A write in flight on one line; in few columns only the end of the address is shown, which differs most. */
export function runningLine({ ref, since, wait }: RunningStep, now: number, columns: number): string {
  const note = wait === undefined ? "" : ` (${waitText(wait, now)})`;
  const age = now - since < 1_000 ? "" : ` ${seconds(now - since)}`;
  const verb = columns < NARROW_COLUMNS ? "" : `: ${ACTION_VERBS[ref.action].doing}...`;
  const head = `${spinnerAt(now)} ${ACTION_SIGNS[ref.action]} `;
  const tail = `${verb}${age}${note}`;
  return (
    head + fitAddress(addressText(ref.address), columns - displayWidth(head) - displayWidth(tail)) + tail
  );
}

/** The address if it fits into the columns, otherwise its end, in whole segments if possible. */
export function fitAddress(address: string, columns: number): string {
  if (displayWidth(address) <= columns) return address;
  const segments = address.split("/");
  for (let i = 1; i < segments.length; i += 1) {
    const end = `…/${segments.slice(i).join("/")}`;
    if (displayWidth(end) <= columns) return end;
  }
  const letters = [...(segments.at(-1) ?? "")];
  while (letters.length > 1 && displayWidth(letters.join("")) + 1 > columns) letters.shift();
  return `…${letters.join("")}`;
}

/** The reason why the run waits, and the time until it goes on. */
function waitText({ reason, until }: StepWait, now: number): string {
  const rest = until === undefined || until <= now ? "" : `, going on in ${seconds(until - now)}`;
  return visible(reason) + rest;
}

/** A duration such as `8s` or `1 min 20s`; a started second counts as one. */
function seconds(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1_000));
  return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)} min ${whole % 60}s`;
}
