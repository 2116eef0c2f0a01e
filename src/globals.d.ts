/** The package's version, put in by the build; absent when sources run unbundled. */
declare const ORGFORM_VERSION: string | undefined;
