import { Box, render, Static, Text, useInput } from "ink";
import type { ReactElement } from "react";
import type { ApplyProgress } from "./apply-progress.js";
import { runningLine, statusLine, waitText } from "./status-line.js";
import { knownColumns, type TerminalInput, type TerminalOutput } from "./terminal.js";

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
