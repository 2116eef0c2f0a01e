import { isDeepStrictEqual } from "node:util";
import { Document, type YAMLMap } from "yaml";
import {
  DEFAULT_LIMITS,
  type DesiredState,
  type Expectation,
  type Limits,
  type RosterCheck,
} from "../../model/state/desired-state.js";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import type { ListedWorkspaces } from "../people/first-file/match-list.js";
import { escapingTags } from "../text/escaped-text.js";
import { block, flow, sequence } from "./print-tree.js";
import { printWorkspace } from "./print-workspace.js";

/** Parts of the file around the desired state itself. */
interface PrintOptions {
  /** The part of the workspaces that a list of people explains. */
  readonly listed?: ListedWorkspaces | undefined;
  /** Address or path of the schema, for editors. */
  readonly schema?: string;
  /**
   * The part of the state to print, for several files: the shared settings, or workspaces alone; all by
   * default.
   */
  readonly part?: "settings" | "workspaces";
}

/**
 * Prints a desired state as an orgform file: `parseConfig` of the text gives the same state, for all names
 * and values. Variables and templates are resolved in a desired state, so the text has none.
 */
export function printConfig(desired: DesiredState, { schema, part, listed }: PrintOptions = {}): string {
  const { organization, service, workspaces, protect, expect, checks, warehouse_sign_in } = desired;
  const { region, base_url } = service;
  const entries = {
    version: 1,
    organization: flow({ id: organization.id, name: organization.name }),
    service: (region ?? base_url) === undefined ? undefined : flow({ region, base_url }),
    protect: unlessEmpty(protect),
    limits: printLimits(desired.limits),
    workspaces:
      workspaces.length > 0
        ? block(workspaces.map((w) => [w.name, printWorkspace(w, listed?.get(w.name))]))
        : undefined,
    expect: expect.length > 0 ? sequence(expect.map(printExpectation)) : undefined,
    checks: checks && block(Object.entries(checks).map(([name, check]) => [name, printCheck(check)])),
    data_model: desired.data_model,
    warehouse_sign_in: warehouse_sign_in && printSignIn(warehouse_sign_in),
  };
  const document = new Document<YAMLMap>(undefined, { customTags: escapingTags });
  document.contents = block(Object.entries(entries).filter(([key]) => isIn(part, key)));
  if (schema !== undefined) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isIn(part: PrintOptions["part"], key: string): boolean {
  return part === undefined || key === "version" || (key === "workspaces") === (part === "workspaces");
}

const unlessEmpty = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined);

function printLimits(limits: Limits): YAMLMap | undefined {
  if (isDeepStrictEqual(limits, DEFAULT_LIMITS)) return undefined;
  const { delete: deletions, access } = limits;
  const widened = Number.isFinite(access.widened) ? access.widened : undefined;
  return flow({ delete: flow({ ...deletions }), access: flow({ ...access, widened }) });
}

function printExpectation(expectation: Expectation): YAMLMap {
  const { workspace } = expectation;
  switch (expectation.kind) {
    case "is": {
      const { member, attribute, is } = expectation;
      return flow({ workspace, member, attribute, is });
    }
    case "never": {
      const { attribute, never, except_groups } = expectation;
      return flow({ workspace, attribute, never, except_groups: unlessEmpty(except_groups) });
    }
    case "data": {
      const { data, only_groups, except_roles } = expectation;
      return flow({ workspace, data, only_groups, except_roles });
    }
    case "roles": {
      const { roles, only_members } = expectation;
      return flow({ workspace, roles, only_members });
    }
  }
}

/** The severity alone where a check has nothing else. */
const printCheck = ({ severity, ...rule }: RosterCheck): YAMLMap | string =>
  Object.keys(rule).length === 0 ? severity : flow({ ...rule, severity });

/** The warehouse sign-in as the file writes it, defaults included. */
function printSignIn(signIn: WarehouseSignIn): YAMLMap {
  const { tenant_id, app_url, roles, client_secret } = signIn;
  const { name, id_uri, client_id, token_version, verified_domains } = signIn.application;
  const { account_url, integration_name, user_mapping } = signIn.warehouse;
  return block({
    tenant_id,
    application: block({ name, id_uri, client_id, token_version, verified_domains }),
    app_url,
    warehouse: block({ account_url, integration_name, user_mapping }),
    roles: sequence(roles.map(printRole)),
    client_secret: client_secret && flow({ expires_on: client_secret.expires_on }),
  });
}

function printRole(role: WarehouseRole): YAMLMap {
  const { name, consent, display_name, description, scope_id, app_role_id } = role;
  return flow({ name, consent, display_name, description, scope_id, app_role_id });
}
