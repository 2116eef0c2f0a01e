import type { Endpoint } from "../http/endpoint.js";
import { definitionEndpoints } from "../routes/definitions.js";
import { groupEndpoints } from "../routes/groups.js";
import { inviteEndpoints } from "../routes/invites.js";
import { meEndpoints } from "../routes/me.js";
import { memberEndpoints } from "../routes/members.js";
import { groupValueEndpoints, memberValueEndpoints } from "../routes/values.js";
import { workspaceEndpoints } from "../routes/workspaces.js";

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [
  ...meEndpoints,
  ...workspaceEndpoints,
  ...groupEndpoints,
  ...memberEndpoints,
  ...inviteEndpoints,
  ...definitionEndpoints,
  ...groupValueEndpoints,
  ...memberValueEndpoints,
];
