// The generated parts of docs/, from the tables and the help of the program itself. `npm run docs` is the test of them,
// which writes what is not as here.
import schema from "../../../schemas/orgform.schema.json" with { type: "json" };
import { ASSUMPTIONS } from "../../acceptance/register.js";
import { DIAGNOSTIC_CODES } from "../../model/diagnostic-code.js";
import { FINDINGS } from "../../sign-in/sign-in.js";
import { actionPage } from "./action-page.mjs";
import { commandsPage } from "./commands-page.js";
import { keysPage } from "./keys-page.mjs";
import { table } from "./table.mjs";
import { troubleshootingPage } from "./troubleshooting-page.mjs";

/** The generated part of each page, by the page's path. */
export const PAGES: Readonly<Record<string, string>> = {
  "docs/action.md": actionPage(),
  "docs/assumptions.md": table(
    ["Assumption", "Source", "If it does not hold"],
    ASSUMPTIONS.map(({ id, says, source, otherwise, check }) => [
      `<a id="${id}"></a>${says} \`${id}\``,
      source,
      typeof check === "function" ? otherwise : `${otherwise} *Not checked: ${check.none}*`,
    ]),
  ),
  "docs/commands.md": commandsPage(),
  "docs/keys.md": keysPage(schema),
  "docs/sign-in-findings.md": table(
    ["Finding", "Severity", "Code", "Meaning"],
    Object.entries(FINDINGS).map(([name, [code, summary, severity = DIAGNOSTIC_CODES[code][0]]]) => [
      `\`${name}\``,
      severity,
      `[${code}](troubleshooting.md#${code})`,
      summary,
    ]),
  ),
  "docs/troubleshooting.md": troubleshootingPage(DIAGNOSTIC_CODES),
};
