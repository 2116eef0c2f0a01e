// A read-only server for assistants (Model Context Protocol, over stdin and stdout): it answers with orgform's own JSON.
import { execFile } from "node:child_process";
import { createInterface } from "node:readline";

const text = (description) => ({ type: "string", description });
/** What an assistant may ask. None of these commands can write, and no argument is an option. */
const TOOLS = {
  who: {
    description:
      "Who sees what: everybody, or a person, a value (region=west), a group (group:Board), a field.",
    properties: { what: text("a person's address, region=west, region, group:Board, field:orders.margin") },
    args: ({ what }) => ["who", ...(what ? [what] : [])],
  },
  plan: {
    description: "What an apply of the file would change, and whose access.",
    properties: { base: text("the commit of the last apply: tells this edit from changes by hand") },
    args: ({ base }) => ["plan", ...(base ? [`--base=${base}`] : [])],
  },
  drift: {
    description: "Where the live organization differs from the file.",
    properties: {},
    args: () => ["drift"],
  },
  compare: {
    description: "Who sees more, less or other data at one point than at another.",
    properties: {
      from: text("live, planned, a snapshot or a commit"),
      to: text("the same; planned by default"),
    },
    args: ({ from, to }) => ["compare", from || "live", to || "planned"],
  },
};

/** Runs orgform; the token stays in its environment, and is in none of its answers. */
const orgform = (args) =>
  new Promise((resolve) => {
    const done = (error, stdout, stderr) =>
      resolve({
        content: [{ type: "text", text: stdout || stderr }],
        isError: ![0, 2, 3].includes(error?.code ?? 0),
      });
    execFile("orgform", [...args, "--format", "json"], { maxBuffer: 1e8 }, done);
  });

async function call({ name, arguments: given = {} }) {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  const isSound = ([key, value]) =>
    tool?.properties[key] && typeof value === "string" && !value.startsWith("-");
  if (tool === undefined || !Object.entries(given).every(isSound)) return undefined;
  return { result: await orgform(tool.args(given)) };
}

const tools = Object.entries(TOOLS).map(([name, { description, properties }]) => ({
  name,
  description,
  inputSchema: { type: "object", properties, additionalProperties: false },
  annotations: { readOnlyHint: true },
}));
const serverInfo = { name: "orgform", version: "0.1.0" };
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    result: { protocolVersion, capabilities: { tools: {} }, serverInfo },
  }),
  ping: () => ({ result: {} }),
  "tools/list": () => ({ result: { tools } }),
  "tools/call": call,
};

async function answer(method, params) {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (run === undefined) return { error: { code: -32601, message: "No such method" } };
  return (await run(params)) ?? { error: { code: -32602, message: "No such tool or argument" } };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  // A notification has no id, and no answer.
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(await answer(method, params)) })}\n`);
}
