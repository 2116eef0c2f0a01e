import { Box, render, Static, Text, useInput } from "ink";
import type { ReactElement } from "react";
import { ACTION_SIGNS, addressText } from "../render/labels.js";
import { ACTION_VERBS } from "../render/text/event-text.js";
import { visible } from "../util/escape.js";
import type { ApplyProgress, RunningStep, Wait } from "./apply-progress.js";
import { spinnerAt, type TerminalInput, type TerminalOutput } from "./terminal.js";

/** One frame of the screen. */
export interface Frame {
  readonly progress: ApplyProgress;
  /** Lines that will not change any more; only ever added to. */
  readonly finished: readonly string[];
  readonly interrupted: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly now: number;
}

/** A screen that shows the frames it is given until it is closed. */
export interface ApplyScreen {
  show(frame: Frame): void;
  /** Leaves the last frame's finished lines on the terminal and gives the keyboard back. */
  close(): Promise<void>;
}

/** Opens the screen on a terminal; Ctrl-C is a key while it is open, and calls `onInterrupt`. */
export function openApplyScreen(
  stdout: TerminalOutput,
  stdin: TerminalInput,
  onInterrupt: () => void,
): ApplyScreen {
  const listens = stdin.isTTY === true;
  const view = (frame: Frame): ReactElement => (
    <Screen frame={frame} rows={stdout.rows ?? 24} listens={listens} onInterrupt={onInterrupt} />
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
  readonly listens: boolean;
  readonly onInterrupt: () => void;
}

function Screen({ frame, rows, listens, onInterrupt }: ScreenProps): ReactElement {
  useInput((input, key) => void (key.ctrl && input === "c" && onInterrupt()), { isActive: listens });
  const { progress, finished, now } = frame;
  const running = [...progress.running.values()];
  // A live region as high as the terminal would make ink clear the screen at every frame.
  const room = Math.max(1, rows - 5);
  const shown = running.length > room ? running.slice(0, room - 1) : running;
  return (
    <>
      <Static items={[...finished]}>{(line, i) => <Text key={i}>{line}</Text>}</Static>
      <Box flexDirection="column">
        {shown.map((step) => (
          <Text key={step.ref.step} wrap="truncate-middle">
            {runningText(step, now)}
          </Text>
        ))}
        {shown.length < running.length && (
          <Text dimColor> and {running.length - shown.length} more in flight</Text>
        )}
        {progress.wait && (
          <Text color="yellow" wrap="truncate-end">
            Waiting: {waitText(progress.wait, now)}
          </Text>
        )}
        <Text bold wrap="truncate-end">
          {footer(frame)}
        </Text>
      </Box>
    </>
  );
}

function runningText({ ref, since, wait }: RunningStep, now: number): string {
  const note = wait === undefined ? "" : ` (${waitText(wait, now)})`;
  const { doing } = ACTION_VERBS[ref.action];
  return `${spinnerAt(now)} ${ACTION_SIGNS[ref.action]} ${addressText(ref.address)}: ${doing}... ${seconds(now - since)}${note}`;
}

function waitText({ reason, until }: Wait, now: number): string {
  return (
    visible(reason) + (until === undefined || until <= now ? "" : `, going on in ${seconds(until - now)}`)
  );
}

function footer({ progress, interrupted, startedAt, now }: Frame): string {
  const { ended, total, running } = progress;
  const parts = [`${ended} of ${total}`, `${running.size} in flight`, seconds(now - startedAt)];
  return `${parts.join(" · ")}${interrupted ? " · stopping after what is in flight; Ctrl-C again stops now" : ""}`;
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)}s`;
