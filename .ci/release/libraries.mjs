// The libraries of this folder, for src/build/release: a module elsewhere does not find them by name.
export { Spec, Validation } from "@cyclonedx/cyclonedx-library";
export { inject } from "postject";
export { default as sbom } from "rollup-plugin-sbom";
