// Bundles the GitHub action, its libraries included, into .github/action/dist: what its entry starts.
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledPackages, thirdPartyNotices } from "./release/notices.mjs";

const FOLDER = ".github/action";

/** Bundles it; the folder is no part of the package, and of the repository only on releases. */
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
    // What libraries that are written in CommonJS expect to find.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  });
  const notices = thirdPartyNotices(bundledPackages(Object.keys(metafile.inputs)));
  writeFileSync(`${FOLDER}/dist/THIRD-PARTY-LICENSES.txt`, notices);
}
