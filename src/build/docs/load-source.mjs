import { build } from "rolldown";

/**
 * The exports of a module of the TypeScript sources, by its path: the tables that the program is made from.
 */
export async function loadSource(path) {
  const { output } = await build({
    input: path,
    platform: "node",
    // A command is loaded when it runs, and none runs here.
    external: [/^\.\.\/(commands|sign-in)\//, /^\.\/(completion|help)\//],
    write: false,
  });
  return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
}
