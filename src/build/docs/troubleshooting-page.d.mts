import type { DiagnosticCode } from "../../model/diagnostic-code.js";

/** The page's text about one code, and the input of its example for the test; see troubleshooting.yaml. */
export interface TroubleshootingEntry {
  readonly means: string;
  readonly way_out: string;
  readonly file?: string;
  readonly top?: string;
  readonly workspace?: string;
  readonly run?: string;
  readonly when?: string;
  readonly live?: object;
  readonly world?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly elsewhere?: string;
}

export function readTroubleshooting(): readonly {
  readonly title: string;
  readonly intro?: string;
  readonly codes: Readonly<Record<string, TroubleshootingEntry>>;
}[];
export function exampleFile(entry: TroubleshootingEntry): string | undefined;
export function exampleCommand(entry: TroubleshootingEntry): string;
export function troubleshootingPage(
  table: Readonly<Record<DiagnosticCode, readonly [severity: string, title: string]>>,
): string;
