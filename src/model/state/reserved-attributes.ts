/** The product fills it with every member's own address; it cannot be set (API docs). */
export const FILLED_BY_PRODUCT = "email";

/** Changing these switches the warehouse connection that a member's queries use (API docs). */
export const CONNECTION_ATTRIBUTES: ReadonlySet<string> = new Set([
  "zenlytic_connection_name",
  "zenlytic_connection_database",
]);
