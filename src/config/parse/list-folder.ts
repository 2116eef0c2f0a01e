import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { linkProblem } from "./links.js";

/**
 * The `*.yaml` and `*.yml` files of a folder and its folders, sorted by path; names that start with a dot are left out,
 * and a folder that several links lead to is listed once. It reports links that lead
 * out, and things that are not files, such as a pipe that nobody may ever write to. Throws the system's error on the folder.
 */
export function listFolder(folder: string, report: (finding: FileDiagnostic) => void): string[] {
  return listOnce(folder, report, new Set());
}

function listOnce(folder: string, report: (finding: FileDiagnostic) => void, seen: Set<string>): string[] {
  const real = realpathSync(folder);
  if (seen.has(real)) return [];
  seen.add(real);
  const found: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith(".")) continue;
    const path = join(folder, name);
    const link = linkProblem(path);
    if (link !== undefined) {
      report(link);
      continue;
    }
    const stats = statSync(path);
    if (stats.isDirectory()) found.push(...listOnce(path, report, seen));
    else if (!/\.ya?ml$/i.test(name)) continue;
    else if (stats.isFile()) found.push(path);
    else
      report(
        fileFinding(
          "file-not-found",
          `${quote(path)} is not a regular file`,
          "Of a folder, only the regular files in it are read.",
        ),
      );
  }
  return found;
}
