// Bundles the GitHub action, its libraries included, into .github/action/dist: what its entry starts.
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledPackages, thirdPartyNotices } from "./release/notices.mjs";

const FOLDER = ".github/action";

/** Bundles the action; the folder is not in the package, and in the repository on releases only. */
export async function bundleAction() {
  const { metafile } = await build({
    entryPoints: { action: `${FOLDER}/action.mjs` },
    outdir: `${FOLDER}/dist`,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    // Libraries in CommonJS expect to find it.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  });
  const notices = thirdPartyNotices(bundledPackages(Object.keys(metafile.inputs)));
  writeFileSync(`${FOLDER}/dist/THIRD-PARTY-LICENSES.txt`, notices);
}
