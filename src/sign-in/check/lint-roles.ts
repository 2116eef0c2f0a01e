import type { Diagnostic } from "../../model/diagnostic.js";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { appRoleId, scopeId } from "../manifest/application.js";
import { isPlainIdentifier } from "../render/snowflake-names.js";
import { appRoleValue, isGuid, scopeValue } from "../terms/names.js";
import { doubtful, invalid } from "./lint-diagnostic.js";

const MAX_VALUE = 120;
const MAX_NAME = MAX_VALUE - scopeValue("").length;

/** The texts that ask for any role instead of a particular one. */
const ANY_ROLE: ReadonlySet<string> = new Set(["any", "any-role", "role-any"]);

/** Limits of roles: each becomes the value of a scope and of an app role, and a name in the warehouse. */
export function* lintRoles(block: WarehouseSignIn): Generator<Diagnostic> {
  if (block.roles.length === 0) {
    yield invalid(
      ["roles"],
      "There is no role",
      "A token has to carry a role of the warehouse: list at least one.",
    );
  }
  for (const [i, role] of block.roles.entries()) {
    yield* lintName(role.name, i);
    yield* lintTexts(role, i);
  }
  yield* lintTwins(block.roles);
  yield* lintIds(block);
}

function* lintName(name: string, i: number): Generator<Diagnostic> {
  const refuse = (summary: string, detail: string) => invalid(["roles", i, "name"], summary, detail);
  if (name.length < 1 || name.length > MAX_NAME) {
    yield refuse(
      `The role's name must have 1 to ${MAX_NAME} characters`,
      `It has ${name.length}; with session:scope: before it, a value has at most ${MAX_VALUE}.`,
    );
  }
  if (/^\S*session:(?:scope|role)(?::|-|$)/i.test(name) || ANY_ROLE.has(name.toLowerCase())) {
    yield refuse(
      "The role's name is that of a scope, and not of a role",
      `orgform puts ${scopeValue("")} and ${appRoleValue("")} before each name itself, and lets nobody choose any role. Write the name of a role of the warehouse, such as ANALYST.`,
    );
  } else if (!/^[\x21-\x7e]*$/.test(name) || /["'\\<>]/.test(name)) {
    yield refuse(
      "The role's name has a character that a scope cannot have",
      "Use printable ASCII without spaces, quotes, backslashes and angle brackets.",
    );
  } else if (BLOCKED_ROLES.includes(name.toUpperCase())) {
    yield refuse(
      "The warehouse blocks this role for sign-in by tokens",
      `${BLOCKED_ROLES.join(", ")} are blocked by default. Make a role with the grants that the connection needs.`,
    );
  } else if (/[a-z]/.test(name)) {
    yield refuse(
      "The role's name has small letters",
      `The warehouse reads session:role:${name} as ${name.toUpperCase()}, and a scope cannot have the quotes that would keep small letters. Write ${name.toUpperCase()}, or make a role with a name in capitals.`,
    );
  } else if (name !== "" && !isPlainIdentifier(name)) {
    yield doubtful(
      ["roles", i, "name"],
      "The role's name needs quotes in the warehouse",
      "It is quoted in the SQL, but how a token's role is matched to a name that needs quotes is not documented. Try it in the warehouse before you rely on it.",
    );
  }
}

function* lintTexts(role: WarehouseRole, i: number): Generator<Diagnostic> {
  for (const key of ["display_name", "description"] as const) {
    const text = role[key];
    if (text !== undefined && (text.trim() === "" || /\p{Cc}/u.test(text))) {
      yield invalid(
        ["roles", i, key],
        "This text is empty or has a control character",
        "People read it when they are asked to consent. Leave the key out to have one written.",
      );
    }
  }
}

function* lintTwins(roles: readonly WarehouseRole[]): Generator<Diagnostic> {
  const seen = new Map<string, string>();
  for (const [i, { name }] of roles.entries()) {
    const earlier = seen.get(name.toUpperCase());
    if (earlier !== undefined) {
      yield invalid(
        ["roles", i, "name"],
        earlier === name ? "The role stands twice" : "Two roles differ in case only",
        `${earlier} stands further up, and tokens could not tell the two apart.`,
      );
    }
    seen.set(name.toUpperCase(), name);
  }
}

function* lintIds(block: WarehouseSignIn): Generator<Diagnostic> {
  const seen = new Set<string>();
  for (const [i, role] of block.roles.entries()) {
    const ids = [
      ["scope_id", scopeId(block, role)],
      ["app_role_id", appRoleId(block, role)],
    ] as const;
    for (const [key, id] of ids) {
      const path = ["roles", i, key];
      if (!isGuid(id)) {
        yield invalid(path, "The id is not a GUID", "Leave the key out to have a stable one derived.");
      } else if (seen.has(id.toLowerCase()) && role[key] !== undefined) {
        yield invalid(path, "The id stands twice", "Every scope and every app role needs an id of its own.");
      }
      seen.add(id.toLowerCase());
    }
  }
}

/** Roles that the warehouse blocks for sign-in by tokens unless an account parameter says otherwise. */
const BLOCKED_ROLES: readonly string[] = ["ACCOUNTADMIN", "ORGADMIN", "GLOBALORGADMIN", "SECURITYADMIN"];
