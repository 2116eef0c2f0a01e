import { visible } from "../render/escape.js";
import { FRAME_MS, spinnerAt, type TerminalOutput } from "./terminal.js";

const CLEAR_LINE = "\r\u001b[2K";

/**
 * Keeps one line on a terminal with what `status` says at each moment; the function returned takes it away again.
 * Elsewhere than on a terminal it shows nothing.
 */
export function showProgress(stderr: TerminalOutput, status: () => string): () => void {
  if (stderr.isTTY !== true) return () => {};
  const draw = (): void => {
    // A line that wraps could not be cleared.
    const line = [...visible(status())].slice(0, Math.max(0, (stderr.columns ?? 80) - 4)).join("");
    stderr.write(`${CLEAR_LINE}${spinnerAt(Date.now())} ${line}`);
  };
  const clock = setInterval(draw, FRAME_MS);
  return () => {
    clearInterval(clock);
    stderr.write(CLEAR_LINE);
  };
}
