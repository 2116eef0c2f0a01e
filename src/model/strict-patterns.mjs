// Plain JavaScript, since the validators are generated from it before anything is compiled.
const LABEL = "[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}-]{0,61}[\\p{L}\\p{M}\\p{Nd}])?";
const UNSEEN = "\\p{Default_Ignorable_Code_Point}";

function emailPattern() {
  const word = "[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{}~-]+";
  const styled =
    "\\u00aa\\u00ba\\u02b0-\\u02e4\\u1d2c-\\u1d6a\\u2070-\\u214f\\ufb00-\\ufb06\\uff00-\\uffef\\u{1d400}-\\u{1d7ff}";
  const never = `(?!['=\\p{M}])(?!.*[${UNSEEN}${styled}])(?!.{65,}@)(?!.*@.{254})(?!.*#[Ee][Xx][Tt]#@)`;
  return `^${never}${word}(?:\\.${word})*@(?:${LABEL}\\.)+(?!\\p{Nd}+$)${LABEL}$`;
}

export const EMAIL_PATTERN = emailPattern();

export const STRICT_PATTERNS = {
  email: EMAIL_PATTERN,
  domain: `^(?!.*${UNSEEN})(?:${LABEL}\\.)*${LABEL}$`,
};
