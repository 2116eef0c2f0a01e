/** The door of the wing: nothing else of it is imported from outside, but for its own commands by the command table. */
export { checkSignIn, lintSignIn, type SignInCheck } from "./check/check.js";
export { type RenderedFile, renderSignIn, SIGN_IN_FORMATS, type SignInFormat } from "./render/render.js";
export { FINDINGS, type Finding, type FindingName } from "./terms/finding.js";
