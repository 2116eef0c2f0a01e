import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { signInAddress } from "../terms/names.js";

type Path = readonly (string | number)[];

/** An error about a part of the block that the identity provider or the warehouse is expected to refuse. */
export const invalid = (path: Path, summary: string, detail: string): Diagnostic =>
  finding("sign-in-setting", summary, detail, { address: signInAddress(...path) });

/** A warning about a part of the block that is allowed, but may not work as intended. */
export const doubtful = (path: Path, summary: string, detail: string): Diagnostic => ({
  ...invalid(path, summary, detail),
  severity: "warning",
});
