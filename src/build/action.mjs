// Bundles the GitHub action, its libraries included, into .github/action/dist: what its entry starts.
import { writeFileSync } from "node:fs";
import { build } from "rolldown";
import { BUNDLE_OUTPUT, bundledModules } from "./bundle.mjs";
import { bundledPackages, thirdPartyNotices } from "./notices.mjs";

const FOLDER = ".github/action";

/** Bundles the action; the folder is not in the package, and in the repository on releases only. */
export async function bundleAction() {
  const { output } = await build({
    input: `./${FOLDER}/action.mjs`,
    platform: "node",
    transform: { target: "node20.19" },
    output: { ...BUNDLE_OUTPUT, file: `${FOLDER}/dist/action.mjs`, codeSplitting: false },
  });
  const notices = thirdPartyNotices(bundledPackages(bundledModules(output)));
  writeFileSync(`${FOLDER}/dist/THIRD-PARTY-LICENSES.txt`, notices);
}
