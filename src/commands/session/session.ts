import type { ValidFile } from "../../config/config.js";
import type { ReadModel } from "../../config/model-files/read-model.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { Purpose } from "../../plan/input/inputs.js";
import type { IsNamed } from "../../plan/input/named-things.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import type { Base } from "./base.js";
import { type Connection, connect, openLive, type ServiceReference } from "./connect.js";
import type { MadePlan, RunSources } from "./make-plan.js";
import { readModel, reportUnclear } from "./read-model.js";

/** The facts of one run: each is worked out when it is first asked for, and once. */
export interface Session<Options = SharedOptions, File extends ValidFile | undefined = ValidFile>
  extends RunSources<Options, File> {
  /** The service or a sandbox, which can be written. */
  readonly service: () => Promise<Connection>;
  /** All there is of the workspaces that `--workspace` names, by name or id. */
  readonly live: () => Promise<LiveState>;
  /** The plan of the workspaces that `--workspace` names. */
  readonly plan: () => Promise<MadePlan>;
}

/** The source of a session's file, the service of a command whose file does not say it, and the purpose of its plan. */
interface SessionSource<Options, File> {
  readonly file: (context: CommandContext, options: Options) => Promise<File>;
  readonly place?: ServiceReference;
  readonly purpose?: Purpose;
  /** The things of the file of which two of one name end the reading, since the command would have to choose. */
  readonly isNamed?: (file: ValidFile) => IsNamed;
}

/** The source of a command that is about no file. */
export const WITHOUT_FILE = { file: async () => undefined };

/** Runs a command with the facts of its run; a connection that it opened is closed at its end. */
export async function inSession<Options extends SharedOptions, File extends ValidFile | undefined>(
  context: CommandContext,
  options: Options,
  source: SessionSource<Options, File>,
  run: (session: Session<Options, File>) => Promise<Outcome>,
): Promise<Outcome> {
  const opened: Connection[] = [];
  const file = once(() => source.file(context, options));
  const place = async () => source.place ?? (await file())?.desired ?? { service: {} };
  const service = once(async () => {
    const connection = await connect(context, options, await place());
    opened.push(connection);
    return connection;
  });
  const { live: snapshot } = options;
  const model = once(async () => await readModel((await file())?.desired));
  const base = once(async () => await baseOf(context, options, await file()));
  const sources = {
    context,
    options,
    file,
    model,
    base,
    baseModel: once(async () => await baseModelOf(context, await base(), model)),
    connection:
      snapshot === undefined ? service : once(async () => await openLive(options, snapshot, await place())),
  };
  // What few commands ask for is loaded here.
  const live = once(async () => {
    const { readEverything, workspacesNamed } = await import("./read-live.js");
    const { client, asOf } = await sources.connection();
    const named = await file();
    return await readEverything(context, client, {
      organizationId: named?.desired.organization.id,
      selection: workspacesNamed(options.workspace, asOf),
      ...(named && source.isNamed && { isNamed: source.isNamed(named) }),
    });
  });
  const plan = once(async () => {
    const { makePlan } = await import("./make-plan.js");
    return await makePlan(sources, { purpose: source.purpose, workspaces: options.workspace });
  });
  try {
    return await run({ ...sources, service, live, plan });
  } finally {
    for (const connection of opened) await connection.close();
  }
}

/** The same answer each time, worked out at the first. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Most runs have no base, so that the code for it is loaded here. */
async function baseOf(
  context: CommandContext,
  options: SharedOptions,
  now: ValidFile | undefined,
): Promise<Base | undefined> {
  if (options.base === undefined || now === undefined) return undefined;
  const { isSameState, loadBase } = await import("./base.js");
  const base = await loadBase(context, { base: options.base, options, now, isBeforeEdit: true });
  if (base.file === undefined) return base;
  assertSameOrganization(now.desired, base.file.desired);
  if (base.ahead === undefined && isSameState(now.desired, base.file.desired))
    context.stderr.write(
      `The base ${visible(options.base)} says what the file says, with its lists: whatever this run would write is drift.\n`,
    );
  return base;
}

async function baseModelOf(
  context: CommandContext,
  base: Base | undefined,
  model: () => Promise<ReadModel | undefined>,
): Promise<ModelDescription | undefined> {
  if (base?.file?.desired.data_model === undefined) return undefined;
  const { modelOfBase } = await import("./model-at.js");
  return await modelOfBase(context, base, await model());
}

/** Ends the command if the base is of another organization: nothing was removed from this one since. */
function assertSameOrganization(file: DesiredState, base: DesiredState): void {
  const [id, other] = [file.organization.id, base.organization.id];
  if (other === id) return;
  const detail = `The file is for ${id}, the base for ${other}. Name the base of the same organization.`;
  throw fail("refused", "wrong-organization", "The base is of another organization", detail);
}

/** The data model that a session's file names, for a product that has no place for its findings. */
export async function modelTelling({
  context,
  file,
  model,
}: Session<unknown, ValidFile | undefined>): Promise<ReadModel | undefined> {
  const read = await model();
  if (read !== undefined) reportUnclear(context, (await file())?.desired.data_model ?? "", read);
  return read;
}
