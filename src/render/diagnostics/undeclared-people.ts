import { parseAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";

/** Up to how many memberships of people who are nowhere declared are shown one by one. */
const FEW = 10;

/**
 * Diagnostics to show to people: many memberships of people who are neither members nor invited are one warning, with
 * some of the names, where the first of them stood. A file that lists groups before people has one for each line.
 */
export function withUndeclaredTogether(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const undeclared = diagnostics.filter(
    ({ code, severity }) => code === "member-undeclared" && severity === "warning",
  );
  const [first] = undeclared;
  if (first === undefined || undeclared.length <= FEW) return diagnostics;
  const listed = undeclared.map(({ address = "" }) => {
    const [workspace = "", , , , person = ""] = parseAddress(address);
    return { workspace, person };
  });
  const people = new Set(listed.map(({ person }) => person)).size;
  const byWorkspace = [...groupBy(listed, ({ workspace }) => workspace)];
  const names = byWorkspace.map(
    ([workspace, own]) => `${workspace}: ${nameList([...new Set(own.map(({ person }) => person))])}`,
  );
  const together: Diagnostic = {
    severity: "warning",
    code: "member-undeclared",
    summary: `${count(people, "person", "people")} of ${count(byWorkspace.length, "workspace")} ${people === 1 ? "is" : "are"} in groups and not in \`members\``,
    detail: [
      `They are neither members nor invited: their ${undeclared.length} memberships are left out. To invite them, list them under the workspace's \`members\`, such as \`ada@northwind.example: {}\`; take those who have left out of the groups.`,
      ...names,
    ].join("\n\n"),
  };
  const left = new Set(undeclared);
  return diagnostics.flatMap((one) => (one === first ? [together] : left.has(one) ? [] : [one]));
}
