import { canonicalEmail } from "../model/email.js";
import type { PreparedCall } from "./call/call.js";
import type { JsonObject } from "./decode.js";

/**
 * The sign that an answer of the right form belongs to another request, as the rest of a sentence: a row of another
 * workspace, somebody else's value, another resource than was asked for or sent. A gateway that mixes answers up would
 * otherwise make a list look empty, or a write look done.
 */
export function findMismatch({ ids, body, endpoint }: PreparedCall, data: unknown): string | undefined {
  const isList = Array.isArray(data);
  const rows: readonly JsonObject[] = isList ? data : [data as JsonObject]; // its validator has said so
  for (const row of rows) {
    if (ids.workspace_id !== undefined && "workspace_id" in row && row.workspace_id !== ids.workspace_id)
      return "something of another workspace";
    if ("source_id" in row && !isValueOf(row, ids, isList)) return "a value of somebody else";
  }
  if (isList || endpoint.answer === undefined) return undefined;
  return wrongResource(rows[0] ?? {}, ids, (body ?? {}) as JsonObject);
}

/** Returns true if a row belongs to the owner in the path; a member's list has the values of their groups, too. */
function isValueOf(row: JsonObject, { group_id, user_id }: PreparedCall["ids"], isList: boolean): boolean {
  if (group_id !== undefined) return row.source === "group" && row.source_id === group_id;
  return row.source === "user" ? row.source_id === user_id : isList;
}

/** Compares the one resource of an answer with what the path names and the body says. */
function wrongResource(row: JsonObject, ids: PreparedCall["ids"], body: JsonObject): string | undefined {
  const { group_id, user_attribute_definition_id, user_attribute_id } = ids;
  const named = "source_id" in row ? user_attribute_id : (user_attribute_definition_id ?? group_id);
  if (named !== undefined && row.id !== named) return "another thing than was asked for";
  const definition = body.user_attribute_definition_id;
  if (definition !== undefined && row.user_attribute_definition_id !== definition)
    return "a value of another attribute";
  if (body.user_id !== undefined && !(row.users as readonly unknown[]).includes(body.user_id))
    return "a group without the new member";
  if (typeof body.email === "string" && canonicalEmail(String(row.email)) !== canonicalEmail(body.email))
    return "an invite of somebody else";
  return undefined;
}
