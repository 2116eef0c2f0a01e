import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A comment or an issue, as far as the action looks. */
export interface Row {
  readonly id: number;
  readonly number: number;
  body: string;
  title?: string;
  state?: string;
  readonly user: { readonly login: string };
  readonly pull_request?: object;
}

/** A run of the workflow that applies. */
export interface ApplyRun {
  readonly run_number: number;
  readonly event: string;
  readonly head_branch: string;
  readonly head_sha: string;
  /** Null until the run has ended. */
  readonly conclusion: string | null;
}

/** GitHub's API on loopback, with one repository in it. */
export interface FakeGithub {
  readonly url: string;
  readonly token: string;
  readonly comments: Map<number, Row[]>;
  readonly issues: Row[];
  readonly labels: Map<number, string[]>;
  /** What `commits/{sha}/pulls` answers, by sha. */
  readonly pulls: Map<string, readonly object[]>;
  /** Runs of `orgform-apply.yml`, of which there is no such workflow before the first. */
  readonly runs: ApplyRun[];
  /** Every request so far: `POST issues/1/comments`. */
  readonly requests: string[];
  /** The labels that the repository has; only a token that may write issues could add to them. */
  readonly known: Set<string>;
  /** Turns every write into a 403, as for the token of a fork. */
  readOnly: boolean;
  /** Answers that come first, whatever is asked, each once. */
  readonly first: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[];
  /** A comment or issue by somebody, as if it had always been there. */
  row(body: string, login: string): Row;
  close(): Promise<void>;
}

export const REPOSITORY = "northwind/access";
const BOT = "github-actions[bot]";

/** Starts it on a free port. Lists come in pages; who asks without the token gets a 401 that repeats nothing. */
export async function startFakeGithub(): Promise<FakeGithub> {
  let last = 100;
  const fake = {
    token: "ghs_0123456789abcdefghijklmnopqrstuvwxyz",
    comments: new Map<number, Row[]>(),
    issues: [] as Row[],
    labels: new Map<number, string[]>(),
    pulls: new Map<string, readonly object[]>(),
    runs: [] as ApplyRun[],
    requests: [] as string[],
    known: new Set(["no-changes", "changes", "removes", "changes-rules", "opens-access"]),
    readOnly: false,
    first: [] as FakeGithub["first"],
    row(body: string, login: string): Row {
      last += 1;
      return { id: last, number: last, body, state: "open", user: { login } };
    },
  };
  const entry = <T>(map: Map<number, T[]>, key: number): T[] => {
    const list = map.get(key) ?? [];
    map.set(key, list);
    return list;
  };

  /** Method and path → what to do; the path's numbers and last name arrive as texts. */
  const routes: readonly (readonly [
    RegExp,
    (parts: string[], body: Body, query: URLSearchParams) => unknown,
  ])[] = [
    [/^GET issues\/(\d+)\/comments$/, ([n]) => entry(fake.comments, Number(n))],
    [
      /^POST issues\/(\d+)\/comments$/,
      ([n], { body = "" }) => {
        const row = fake.row(body, BOT);
        entry(fake.comments, Number(n)).push(row);
        return row;
      },
    ],
    [
      /^PATCH issues\/comments\/(\d+)$/,
      ([id], { body = "" }) => {
        const row = [...fake.comments.values()].flat().find((one) => one.id === Number(id));
        if (row) row.body = body;
        return row;
      },
    ],
    [
      /^DELETE issues\/comments\/(\d+)$/,
      ([id]) => {
        for (const [number, rows] of fake.comments)
          fake.comments.set(
            number,
            rows.filter((row) => row.id !== Number(id)),
          );
        return null;
      },
    ],
    [/^GET issues\/(\d+)\/labels$/, ([n]) => entry(fake.labels, Number(n)).map((name) => ({ name }))],
    [
      /^POST issues\/(\d+)\/labels$/,
      ([n], { labels = [] }) =>
        labels.every((name) => fake.known.has(name))
          ? entry(fake.labels, Number(n)).push(...labels)
          : { forbidden: "You do not have permission to create labels on this repository." },
    ],
    [
      /^DELETE issues\/(\d+)\/labels\/(.+)$/,
      ([n, name]) => {
        fake.labels.set(
          Number(n),
          entry(fake.labels, Number(n)).filter((one) => one !== name),
        );
        return [];
      },
    ],
    [/^GET issues$/, () => fake.issues.filter(({ state }) => state === "open")],
    [
      /^POST issues$/,
      (_, { title = "", body = "" }) => {
        const row = { ...fake.row(body, BOT), title };
        fake.issues.push(row);
        return row;
      },
    ],
    [
      /^PATCH issues\/(\d+)$/,
      ([n], changes) => Object.assign(fake.issues.find(({ number }) => number === Number(n)) ?? {}, changes),
    ],
    [/^GET commits\/(\w+)\/pulls$/, ([sha]) => fake.pulls.get(sha ?? "") ?? []],
    [
      /^GET actions\/workflows\/orgform-apply\.yml\/runs$/,
      (_, __, query) => {
        if (fake.runs.length === 0) return undefined;
        const found = fake.runs.filter(
          ({ event, head_branch, conclusion }) =>
            event === query.get("event") &&
            head_branch === query.get("branch") &&
            [null, conclusion].includes(query.get("status")),
        );
        return {
          workflow_runs: found
            .toReversed()
            .slice(0, Number(query.get("per_page")))
            .map((run) => ({ ...run, html_url: `https://github.example/runs/${run.run_number}` })),
        };
      },
    ],
  ];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const path = decodeURIComponent(url.pathname.replace(`/repos/${REPOSITORY}/`, ""));
    const what = `${request.method} ${path}`;
    fake.requests.push(what);
    const answer = (status: number, json: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(json === null ? "" : JSON.stringify(json));
    };
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${fake.token}`)
      return answer(401, { message: "Bad credentials" });
    const instead = fake.first.shift();
    if (instead !== undefined) {
      response.writeHead(instead.status, instead.headers);
      return void response.end("{}");
    }
    if (fake.readOnly && request.method !== "GET")
      return answer(403, { message: "Resource not accessible by integration" });
    for (const [pattern, handle] of routes) {
      const match = pattern.exec(what);
      if (match === null) continue;
      const result = handle(match.slice(1), body, url.searchParams);
      if (isForbidden(result)) return answer(403, { message: result.forbidden });
      if (result === undefined) return answer(404, { message: "Not Found" });
      return answer(result === null ? 204 : 200, Array.isArray(result) ? page(result, url) : result);
    }
    answer(404, { message: "Not Found" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server that listens has one.
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

interface Body {
  readonly body?: string;
  readonly title?: string;
  readonly state?: string;
  readonly labels?: readonly string[];
}

const isForbidden = (result: unknown): result is { readonly forbidden: string } =>
  typeof result === "object" && result !== null && "forbidden" in result;

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}

function page<T>(rows: readonly T[], { searchParams }: URL): T[] {
  const size = Number(searchParams.get("per_page") ?? 30);
  const start = (Number(searchParams.get("page") ?? 1) - 1) * size;
  return rows.slice(start, start + size);
}
