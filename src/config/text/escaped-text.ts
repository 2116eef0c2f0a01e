import type { ScalarTag, Tags } from "yaml";

const TEXT_TAG = "tag:yaml.org,2002:str";

/** The characters that YAML does not allow without an escape (YAML 1.2.2, 5.1). */
const CONTROL = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f";
/** Control characters, and those that reorder or hide the text around them (not the joiners, which scripts need). */
const UNSEEN =
  "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff";
const ANY_CONTROL = new RegExp(`[${CONTROL}]`);
const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`);
const EVERY_UNSEEN = new RegExp(`[${UNSEEN}]`, "g");

/** The offset of the first character that YAML does not allow; -1 where there is none. */
export function controlOffset(text: string): number {
  return text.search(ANY_CONTROL);
}

/** Returns true if a text holds characters that only an escape shows; a newline is one. */
export function hasUnseen(text: string): boolean {
  return ANY_UNSEEN.test(text);
}

/**
 * The schema's tags, with double-quoted text printed so that a reader sees what it holds: the library escapes less
 * than editors and terminals obey.
 */
export function escapingTags(tags: Tags): Tags {
  return tags.map((tag) =>
    typeof tag === "object" && tag.tag === TEXT_TAG ? escaping(tag as ScalarTag) : tag,
  );
}

function escaping(tag: ScalarTag): ScalarTag {
  return {
    ...tag,
    stringify: (item, context, onComment, onChompKeep) => {
      const printed = tag.stringify?.(item, context, onComment, onChompKeep) ?? String(item.value);
      return printed.startsWith('"') ? printed.replace(EVERY_UNSEEN, escaped) : printed;
    },
  };
}

/** A line break between the quotes is the library's own folding. */
function escaped(character: string): string {
  return character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
