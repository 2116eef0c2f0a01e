import { isRecord } from "../../util/record.js";
import { assertKeys } from "./assert-keys.js";

/** The form of a part of a seed: a list, an object with these keys, texts by name, or one value. Only `any` may be left out. */
type Form = "any" | "text" | "number" | "texts" | readonly [Form] | { readonly [key: string]: Form };

const OPTIONAL: ReadonlySet<Form> = new Set(["any", "texts"]);

const SEED: Form = {
  organization: { id: "text", name: "text" },
  users: [
    {
      id: "any",
      email: "text",
      first_name: "any",
      last_name: "any",
      email_verified: "any",
      mfa_enabled: "any",
      identity_provider: "any",
      external_user_id: "any",
      organization_admin: "any",
      current_workspace_id: "any",
    },
  ],
  workspaces: [
    {
      id: "any",
      name: "text",
      provision_by_default: "any",
      archived_at: "any",
      default_role: "any",
      definitions: [{ id: "any", name: "text", data_type: "text", label: "any" }],
      all_users: { id: "any", name: "any", values: "texts" },
      groups: [{ id: "any", name: "text", precedence: "number", members: ["text"], values: "texts" }],
      members: [{ email: "text", role: "any", values: "texts" }],
      invites: [{ id: "any", email: "text", role: "any", created_date: "any" }],
    },
  ],
  tokens: [{ token: "any", email: "text", scope: "text", workspace: "any", sso: "any" }],
  settings: "any",
};

/** Throws an Error that names the first place where a seed has another form: a misspelt key must not be ignored. */
export function checkSeed(seed: object): void {
  check("a seed", seed, SEED);
}

function check(at: string, value: unknown, form: Form): void {
  if (typeof form === "string") checkLeaf(at, value, form);
  else if (!isList(form)) checkObject(at, value, form);
  else if (!Array.isArray(value)) throw new Error(`${at} is not a list`);
  else for (const [i, item] of value.entries()) check(`${at}[${i}]`, item, form[0]);
}

function checkObject(at: string, value: unknown, form: { readonly [key: string]: Form }): void {
  if (!isRecord(value)) throw new Error(`${at} is not an object`);
  assertKeys(at, value, Object.keys(form));
  for (const [key, of] of Object.entries(form)) {
    if (value[key] !== undefined) check(at === "a seed" ? key : `${at}.${key}`, value[key], of);
    else if (typeof of === "string" && !OPTIONAL.has(of)) throw new Error(`${at} has no ${key}`);
  }
}

const isList = (form: Form): form is readonly [Form] => Array.isArray(form);

function checkLeaf(at: string, value: unknown, form: Form): void {
  if (form === "text" && typeof value !== "string") throw new Error(`${at} is not a text`);
  if (form === "number" && typeof value !== "number") throw new Error(`${at} is not a number`);
  if (form !== "texts") return;
  if (!isRecord(value)) throw new Error(`${at} is not an object`);
  for (const [name, text] of Object.entries(value)) checkLeaf(`${at}.${name}`, text, "text");
}
