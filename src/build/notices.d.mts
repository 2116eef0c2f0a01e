export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly folder: string;
}
export function bundledPackages(inputs: readonly string[]): BundledPackage[];
export function thirdPartyNotices(packages: readonly BundledPackage[]): string;
