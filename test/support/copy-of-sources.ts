import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** What `npm run docs` and `npm run build` do, as far as the command needs it. */
const BUILD = `
import { writeFileSync } from "node:fs";
import { bundle } from "./src/build/bundle.mjs";
import { generateSources } from "./src/build/generate/generate.mjs";
import { schemasOfKinds } from "./src/build/generate/schemas-of-kinds.mjs";
generateSources();
for (const [path, text] of Object.entries(await schemasOfKinds())) writeFileSync(path, text);
generateSources();
await bundle("dist", "0.0.0");
`;

/** A copy of the sources in a folder of its own, to be changed, built and run. */
export function copySources(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `orgform-${name}-`));
  for (const path of ["src", "schemas", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "dist"));
  return {
    folder,
    edit(path: string, change: (text: string) => string): void {
      const before = readFileSync(join(folder, path), "utf8");
      const after = change(before);
      if (after === before) throw new Error(`nothing changed in ${path}`);
      writeFileSync(join(folder, path), after);
    },
    build: () => run(process.execPath, ["--input-type=module", "-e", BUILD], { cwd: folder }),
    /** Runs the built command; rejects, with what it wrote, where it ends otherwise than with 0. */
    async orgform(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
      const { stdout } = await run(process.execPath, [join(folder, "dist/main.js"), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A request to a service, and the answer that is given instead of the sandbox's. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The answer to a request; `ask` has the sandbox answer one. */
type Answering = (
  asked: Asked,
  ask: (asked: Asked) => Promise<{ readonly status: number; readonly text: string }>,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A service on loopback that is the sandbox but for what `answer` makes of it. */
export async function startBefore(sandbox: Sandbox, answer: Answering) {
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const { host: _, connection: __, "content-length": ___, ...rest } = headers;
    const ask = async ({ method, path, body }: Asked) => {
      const given = await fetch(`${sandbox.origin}${path}`, {
        method,
        headers: rest as Record<string, string>,
        ...(body === "" ? {} : { body }),
      });
      return { status: given.status, text: await given.text() };
    };
    void (async () => {
      const given = await answer({ method, path: url, body: await text(request) }, ask);
      response.writeHead(given.status, given.text === "" ? {} : { "content-type": "application/json" });
      response.end(given.text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      ORGFORM_BASE_URL: `http://127.0.0.1:${port}${new URL(sandbox.url).pathname}`,
      ORGFORM_TOKEN: sandbox.token,
    },
    async close(): Promise<void> {
      server.close();
      await sandbox.close();
    },
  };
}
