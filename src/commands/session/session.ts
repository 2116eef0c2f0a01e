import type { ValidFile } from "../../config/config.js";
import type { ReadModel } from "../../config/model-files/read-model.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import type { Base } from "./base.js";
import { type Connection, connect, openLive, type ReadConnection, type ServiceReference } from "./connect.js";
import { readModel, reportUnclear } from "./read-model.js";

/** The facts of one run: each is worked out when it is first asked for, and once. */
export interface Session<Options = SharedOptions, File extends ValidFile | undefined = ValidFile> {
  readonly context: CommandContext;
  readonly options: Options;
  readonly file: () => Promise<File>;
  /** The data model that the file names, if it names one. */
  readonly model: () => Promise<ReadModel | undefined>;
  /** The file as it was at `--base`, if that is given. */
  readonly base: () => Promise<Base | undefined>;
  /** The data model that the base names; the same object as the file's where the two are the same. */
  readonly baseModel: () => Promise<ModelDescription | undefined>;
  /** The service, a sandbox or a snapshot (`--live`), for reading. */
  readonly connection: () => Promise<ReadConnection>;
  /** The service or a sandbox, which can be written. */
  readonly service: () => Promise<Connection>;
}

/** The source of a session's file, and the service of a command whose file does not say it. */
interface SessionSource<Options, File> {
  readonly file: (context: CommandContext, options: Options) => Promise<File>;
  readonly place?: ServiceReference;
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
  const { live } = options;
  const model = once(async () => await readModel((await file())?.desired));
  const base = once(async () => await baseOf(context, options, await file()));
  try {
    return await run({
      context,
      options,
      file,
      model,
      base,
      baseModel: once(async () => await baseModelOf(context, await base(), model)),
      connection:
        live === undefined ? service : once(async () => await openLive(options, live, await place())),
      service,
    });
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
      `The base ${visible(options.base)} says what the file says: every change is drift.\n`,
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
