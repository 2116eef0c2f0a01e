/** The table of docs/assumptions.md: every assumption about the service with its source and what happens otherwise. */
export function assumptionsPage({ ASSUMPTIONS }) {
  const rows = ASSUMPTIONS.map(({ id, says, source, otherwise, check }) => {
    const unchecked = typeof check === "function" ? "" : ` *Not checked: ${cell(check.none)}*`;
    return `| <a id="${id}"></a>${cell(says)} \`${id}\` | ${source} | ${cell(otherwise)}${unchecked} |`;
  });
  return ["| Assumption | Source | If it does not hold |", "| --- | --- | --- |", ...rows].join("\n");
}

const cell = (text) => text.replaceAll("|", "\\|");
