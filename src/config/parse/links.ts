import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";

/**
 * Returns the error for a link to nothing, to something outside its own folder, or below a name that starts with a dot;
 * `undefined` for every other path. A proposed change may contain such a link, and findings quote lines of the files
 * that are read: secrets of the machine among them.
 */
export function linkProblem(path: string): FileDiagnostic | undefined {
  if (!lstatSync(path).isSymbolicLink() || path.startsWith("/dev/")) return undefined;
  if (!existsSync(path))
    return fileFinding(
      "file-not-found",
      `${quote(path)} is a link to a file that does not exist`,
      "Correct the link, or remove it.",
    );
  const target = relative(realpathSync(dirname(path)), realpathSync(path));
  // An empty one is the folder itself, and would go round and round.
  const leadsOut = target === "" || isAbsolute(target) || target.split(sep).some(isHidden);
  return leadsOut
    ? fileFinding(
        "file-not-found",
        `${quote(path)} is a link that leads out of its folder`,
        "It is not followed: name the file itself, or put it here.",
      )
    : undefined;
}

/**
 * Returns true if a name starts with a dot, as files with secrets do, or is the parent folder. `..data` is
 * neither: Kubernetes mounts a file through such a folder next to it.
 */
function isHidden(name: string): boolean {
  return name === ".." || (name.startsWith(".") && !name.startsWith(".."));
}
