import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type FakeGithub, REPOSITORY, type Row } from "../action/fake-github.js";
import type { Call } from "../support/programs-here.js";

/** A pull request that a workflow has opened. */
export interface PullRequest extends Row {
  readonly head: string;
  readonly isFromFork?: boolean;
}

/** What GitHub knows of a repository's runs, and of pull requests. */
interface Known {
  readonly github: FakeGithub;
  readonly pullRequests: PullRequest[];
  readonly artifacts: readonly Artifact[];
  readonly origin: string;
}

interface Artifact {
  readonly run: number;
  readonly name: string;
  readonly folder: string;
}

/** GitHub's command line for the steps of workflows: as much of it as the examples call. */
export const ghOf =
  (known: Known) =>
  (call: Call): { readonly stdout: string; readonly exitCode: number } => ({
    stdout: answer(call, known),
    exitCode: 0,
  });

/** What a call prints; throws where it would fail. */
function answer({ args, cwd }: Call, known: Known): string {
  const [what = "", ...rest] = args;
  const { words, options } = parsed(what === "api" ? rest : rest.slice(1));
  const command = what === "api" ? "api" : `${what} ${rest[0]}`;
  const { github, artifacts, pullRequests } = known;
  const textOf = (option: string): string => readFileSync(resolve(cwd, options.get(option) ?? ""), "utf8");
  if (command === "auth setup-git") return "";
  if (command === "pr list") {
    const takesForks = !options.get("--jq")?.includes("select(.isCrossRepository | not)");
    const isMeant = ({ head, state, isFromFork }: PullRequest) =>
      head === options.get("--head") && state === "open" && (takesForks || !isFromFork);
    return pullRequests
      .filter(isMeant)
      .map((pull) => `${pull.number}\n`)
      .join("");
  }
  if (command === "pr create") {
    const row = github.row(textOf("--body-file"), "github-actions[bot]");
    const [head = "", title = ""] = ["--head", "--title"].map((option) => options.get(option));
    pullRequests.push({ ...row, head, title });
    return "";
  }
  if (command === "pr close") {
    const row = pullRequests.find(({ number }) => `${number}` === words[0]) ?? unknownCall(args);
    row.state = "closed";
    return "";
  }
  if (command === "run download") {
    const isMeant = (one: Artifact) => `${one.run}` === words[0] && one.name === options.get("--name");
    const artifact = artifacts.find(isMeant);
    if (artifact === undefined) throw new Error("no artifact matches any of the names or patterns provided");
    cpSync(artifact.folder, resolve(cwd, options.get("--dir") ?? "."), { recursive: true });
    return "";
  }
  if (command === "pr comment") {
    const rows = github.comments.get(Number(words[0])) ?? [];
    const row = github.row(textOf("--body-file"), "github-actions[bot]");
    github.comments.set(Number(words[0]), [...rows, row]);
    return "";
  }
  return command === "api" ? answerApi(words[0] ?? "", options, { ...known, cwd }) : unknownCall(args);
}

function answerApi(
  path: string,
  options: ReadonlyMap<string, string>,
  { github, artifacts, pullRequests, origin, cwd }: Known & { readonly cwd: string },
): string {
  const { pathname, searchParams } = new URL(path, "http://localhost/");
  const [, owner, name, ...parts] = pathname.split("/").slice(1);
  const [resource] = parts;
  const filter = options.get("--jq") ?? "";
  if (`${owner}/${name}` !== REPOSITORY) return unknownCall([path]);
  if (parts.join("/") === "actions/artifacts" && filter.includes("sort_by(.created_at) | last")) {
    const last = artifacts.findLast((one) => one.name === searchParams.get("name"));
    return last === undefined ? "" : `${last.run}\n`;
  }
  // Not compressed: what a program prints here is text.
  if (resource === "tarball")
    return execFileSync("git", ["archive", "--prefix=northwind-access/", parts[1] ?? ""], {
      cwd: origin,
      encoding: "utf8",
    });
  if (resource === "issues" && options.has("--paginate")) {
    const marker = /startswith\("([^"]*)"\)/.exec(filter)?.[1] ?? unknownCall([filter]);
    const rows = github.comments.get(Number(parts[1])) ?? [];
    const own = rows.filter(
      ({ user, body }) => user.login === "github-actions[bot]" && body.startsWith(marker),
    );
    return own.map((row) => `${row.id}\n`).join("");
  }
  if (options.get("--method") === "PATCH") {
    const rows = resource === "pulls" ? pullRequests : [...github.comments.values()].flat();
    const row = rows.find((one) => `${one.id}` === parts.at(-1));
    const [, file = ""] = /^body=@(.*)$/.exec(options.get("--field") ?? "") ?? [];
    if (row === undefined) throw new Error("Not Found (HTTP 404)");
    row.body = readFileSync(resolve(cwd, file), "utf8");
    return "";
  }
  return unknownCall([path, filter]);
}

function unknownCall(args: readonly string[]): never {
  throw new Error(`this gh does not know ${args.join(" ")}`);
}

/** The words of a call beside its options, and the values of these. */
function parsed(args: readonly string[]) {
  const options = new Map<string, string>();
  const words: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? "";
    if (!word.startsWith("--")) words.push(word);
    else if (["--paginate", "--silent"].includes(word)) options.set(word, "");
    else {
      i += 1;
      options.set(word, args[i] ?? "");
    }
  }
  return { words, options };
}
