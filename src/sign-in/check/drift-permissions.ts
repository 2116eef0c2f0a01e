import type { Address } from "../../model/address.js";
import { byKey, setOf } from "../../util/collections.js";
import type { LivePermission } from "../manifest/normalize-manifest.js";
import { createFinding, type Finding } from "../terms/finding.js";

/** A scope or an app role as the block describes it, and the role that it is for. */
interface ExpectedPermission extends Omit<LivePermission, "enabled"> {
  readonly address: Address;
}

/**
 * Differences of one kind of permission. A permission that the file does not have is only reported if it has our prefix
 * and is enabled, because disabling is the first step of deleting one.
 */
export function* driftOfPermissions(
  kind: "scope" | "app-role",
  prefix: string,
  expected: readonly ExpectedPermission[],
  live: readonly LivePermission[],
): Generator<Finding> {
  const expectedValues = setOf(expected, "value");
  const liveByValue = byKey(live, "value");
  const renamed = new Set<LivePermission>();
  for (const permission of expected) {
    const found = liveByValue.get(permission.value);
    if (found !== undefined) {
      yield* compare(kind, permission, found);
      continue;
    }
    const namesake = live.find(
      ({ id, value }) => id === permission.id.toLowerCase() && !expectedValues.has(value),
    );
    if (namesake !== undefined) {
      renamed.add(namesake);
      yield createFinding(
        `${kind}-value`,
        `Correct the value of ${permission.id}: tokens carry it, and the warehouse reads the role from it.`,
        { address: permission.address, expected: permission.value, found: namesake.value },
      );
    } else {
      yield createFinding(`${kind}-missing`, `Add ${permission.value}.`, {
        address: permission.address,
        expected: permission.value,
      });
    }
  }
  for (const permission of live) {
    const unlisted = permission.value.startsWith(prefix) && !expectedValues.has(permission.value);
    if (unlisted && permission.enabled && !renamed.has(permission)) {
      yield createFinding(
        `${kind}-unlisted`,
        `Disable ${permission.value}, then delete it, or add the role to the file.`,
        { found: permission.value },
      );
    }
  }
}

function* compare(
  kind: "scope" | "app-role",
  expected: ExpectedPermission,
  found: LivePermission,
): Generator<Finding> {
  const { address, value } = expected;
  if (!found.enabled) yield createFinding(`${kind}-disabled`, `Enable ${value}.`, { address });
  if (found.open_to.join(" ") !== expected.open_to.join(" ")) {
    yield createFinding(
      kind === "scope" ? "scope-consent" : "app-role-members",
      kind === "scope" ? `Set who can consent to ${value}.` : `Allow ${value} for applications only.`,
      { address, expected: expected.open_to.join(", "), found: found.open_to.join(", ") },
    );
  }
  if (found.displayName !== expected.displayName || found.description !== expected.description) {
    yield createFinding(
      `${kind}-text`,
      `People read the texts of ${value} when they consent: take the file's, or change the file.`,
      {
        address,
        expected: `${expected.displayName}: ${expected.description}`,
        found: `${found.displayName}: ${found.description}`,
      },
    );
  }
}
