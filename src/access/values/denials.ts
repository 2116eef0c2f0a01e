/** The values of one attribute that allow nothing. */
export interface Denial {
  readonly values: readonly string[];
  /** True if the file names them (`deny`); false if they are the value of All Users, which is a guess. */
  readonly isDeclared: boolean;
}

/** Gives the denial of an attribute, by its name. */
export type Denials = (attribute: string) => Denial;

/** The denial of an unknown attribute. */
export const NO_DENIAL: Denial = { values: [], isDeclared: false };

/**
 * The denials of a workspace: the values that the file declares for an attribute, or else the value of All
 * Users.
 */
export function denialsOf(
  declared: readonly { readonly name: string; readonly deny?: readonly string[] }[],
  ofAllUsers: (attribute: string) => string | undefined,
): Denials {
  const byName = new Map(declared.flatMap(({ name, deny }) => (deny === undefined ? [] : [[name, deny]])));
  return (attribute) => {
    const deny = byName.get(attribute);
    if (deny !== undefined) return { values: deny, isDeclared: true };
    const value = ofAllUsers(attribute);
    return value === undefined ? NO_DENIAL : { values: [value], isDeclared: false };
  };
}

/** Returns true if there are values, and each is declared as one that allows nothing. */
export function allDenied(
  values: readonly { readonly attribute: string; readonly value: string | null }[],
  denials: Denials,
): boolean {
  const isDenied = ({ attribute, value }: (typeof values)[number]): boolean => {
    const { isDeclared, values: denied } = denials(attribute);
    return isDeclared && value !== null && denied.includes(value);
  };
  return values.length > 0 && values.every(isDenied);
}
