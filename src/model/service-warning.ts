import { groupBy, sortedBy } from "../util/collections.js";
import { count, nameList } from "../util/english.js";
import { type Diagnostic, finding } from "./diagnostic.js";

/** A warning in one answer of the service. */
export interface AnswerWarning {
  readonly method: string;
  /** The path of the request, below the base URL. */
  readonly path: string;
  /** The same with the names of its ids: `/workspaces/{workspace_id}/groups`. */
  readonly endpoint: string;
  /** The service's own words: untrusted text. */
  readonly message: string;
}

/** The answers that gave the same warning. */
export interface ServiceWarning {
  readonly message: string;
  /** Method and path; ids have names where several answers of an endpoint gave it for different ones. */
  readonly endpoints: readonly string[];
  readonly answers: number;
}

/** Equal warnings together, in an order that does not depend on the order of answers. */
export function summarizeWarnings(warnings: readonly AnswerWarning[]): readonly ServiceWarning[] {
  const byMessage = [...groupBy(warnings, ({ message }) => message)];
  const summaries = byMessage.map(([message, same]) => {
    const byEndpoint = [...groupBy(same, ({ method, endpoint }) => `${method} ${endpoint}`)];
    const endpoints = byEndpoint.map(([endpoint, [{ method, path }, ...others]]) =>
      others.every((other) => other.path === path) ? `${method} ${path}` : endpoint,
    );
    return { message, endpoints: endpoints.sort(), answers: same.length };
  });
  return sortedBy(summaries, ({ message }) => message);
}

/** The most endpoints of a warning that are shown; JSON has all. */
const MOST_ENDPOINTS = 3;

/** A warning of the service in one line. */
export function serviceWarning(warning: ServiceWarning): Diagnostic {
  const { message, endpoints, answers } = warning;
  const times = answers === 1 ? "" : `, ${count(answers, "answer")}`;
  return finding(
    "service-warning",
    `The service says: ${message} (${nameList(endpoints, MOST_ENDPOINTS)}${times})`,
    "",
    { service: { message, endpoints, answers } },
  );
}
