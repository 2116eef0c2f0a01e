/** The fields of a resource, flat and in the file's words. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;
