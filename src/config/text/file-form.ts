/** The form of a file that is no text in UTF-8, and the advice on it. */
interface FileForm {
  /** The words after "is", such as `UTF-16`. */
  readonly what: string;
  readonly advice: string;
  /** True if the file itself is not here, and git can bring it. */
  readonly isAbsent?: true;
}

const WORKBOOK: FileForm = {
  what: "a workbook of a spreadsheet, or another archive",
  advice: "Save the sheet as CSV UTF-8, and name that file.",
};
const UTF_16: FileForm = {
  what: "UTF-16",
  advice:
    "Save it in UTF-8: in a spreadsheet as CSV UTF-8 and not as Unicode text, in PowerShell with `Out-File -Encoding utf8` and not with `>`.",
};

const LFS: FileForm = {
  what: "a pointer of Git LFS, and not the file that it stands for",
  advice: "Fetch the file with `git lfs pull`; in a pipeline, check out with LFS (such as `lfs: true`).",
  isAbsent: true,
};
const PAGE: FileForm = {
  what: "a web page",
  advice: "A page, such as one for signing in, was saved in the place of the file. Download it again.",
};

/** The first bytes, in hexadecimal digits, of files that people take for a text. */
const BEGINNINGS: readonly (readonly [hex: RegExp, form: FileForm])[] = [
  [/^(?:fffe|feff)/, UTF_16],
  // Four plain letters without a mark.
  [/^(?:[^0].00){4}|^(?:00[^0].){4}/, UTF_16],
  [/^(?:504b0304|d0cf11e0)/, WORKBOOK],
  [/^1f8b/, { what: "compressed (gzip)", advice: "Unpack it, and name the text." }],
  [/^255044462d/, { what: "a PDF", advice: "Export the data as a text, such as CSV UTF-8." }],
];

/** The form of a file that is something else than a text of ours, by its first bytes. */
export function otherForm(bytes: Uint8Array): FileForm | undefined {
  const begin = Buffer.from(bytes.subarray(0, 256));
  const hex = begin.toString("hex");
  const text = begin.toString("latin1");
  if (text.startsWith("version https://git-lfs.github.com/spec/")) return LFS;
  if (/^(?:ï»¿)?\s*<(?:!doctype\s+html|html)\b/i.test(text)) return PAGE;
  return BEGINNINGS.find(([beginning]) => beginning.test(hex))?.[1];
}
