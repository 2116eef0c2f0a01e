import type { Bench } from "./bench.js";
import { organizationFiles } from "./organization.js";
import { orgform, startService, timeOf } from "./run-process.js";
import type { Row } from "./table.js";

const GROUPS = [100, 1_000];

/** What the service counts, against the budget: `/me`, `/workspaces`, four lists of a workspace, one for each group with values. */
export async function requests({ folder }: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const groups of GROUPS) {
    const { file, fullSeed, resources } = organizationFiles(folder, { groups, members: groups * 3 });
    const service = await startService(fullSeed);
    try {
      await timeOf(orgform(["plan", "-f", file], service));
      const counted = (await service.takeRequests()).length;
      const budget = 1 + 1 + 4 + groups;
      rows.push({
        what: `requests of a plan, ${resources} resources`,
        target: `${budget}`,
        measured: `${counted}`,
        met: counted === budget,
      });
    } finally {
      await service.stop();
    }
  }
  return rows;
}
