// Loaded into a run with --import: says on file descriptor 3 what the process used.
import { writeSync } from "node:fs";

process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(
    3,
    JSON.stringify({
      peakMegabytes: maxRSS / 1024,
      cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000,
    }),
  );
});
