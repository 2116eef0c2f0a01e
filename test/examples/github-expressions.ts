import { runInNewContext } from "node:vm";

/** What GitHub's expressions name: `github`, `needs`, `steps`, … */
export type Scope = Record<string, unknown>;

type Functions = Readonly<Record<string, (argument: string) => unknown>>;

/** The functions of GitHub's expressions that say how it went until here. */
export function statusOf(failed: boolean) {
  return { always: () => true, cancelled: () => false, failure: () => failed, success: () => !failed };
}

/** Returns true if a job or a step runs. Without a function of status, GitHub adds `success()`. */
export function isDue(condition: string | undefined, scope: Scope, functions: Functions): boolean {
  const text = (condition ?? "true").replace(/^\$\{\{(.*)\}\}$/, "$1");
  const asks = /\b(always|cancelled|failure|success)\(\)/.test(text);
  return (asks || functions.success?.("") === true) && Boolean(evaluate(text, scope, functions));
}

/** A text with the values of its expressions. */
export const fill = (text: string, scope: Scope): string =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_, inner: string) => `${evaluate(inner, scope)}`);

/** The value of an expression. It is JavaScript but for paths, of which one that leads nowhere is the empty text. */
function evaluate(expression: string, scope: Scope, functions: Functions = {}): unknown {
  const at = (path: string): unknown => {
    let value: unknown = scope;
    for (const key of path.split(".")) value = (value as Scope | undefined)?.[key];
    return value ?? "";
  };
  const paths = /\b(?:github|inputs|matrix|needs|runner|secrets|steps|vars)(?:\.[\w-]+)+/g;
  return runInNewContext(
    expression.replace(paths, (path) => `at("${path}")`),
    { at, ...functions },
  );
}
