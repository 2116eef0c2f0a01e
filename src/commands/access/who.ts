import { dataReaderOf } from "../../access/data/people-data.js";
import { suggest } from "../../config/validate/wording.js";
import type { Outcome } from "../../model/plan/plan.js";
import { peopleIn } from "../../plan/people/people-at.js";
import { type WhoQuestion, whoOf } from "../../plan/people/who.js";
import type { ListFormat } from "../../render/access/people-list.js";
import { whoAnswers } from "../../render/access/who-answers.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { writeOutput } from "../documents/write-output.js";
import { fail, usageError } from "../session/command-error.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { assertKnown } from "../session/named.js";
import type { QuestionOptions } from "../session/options.js";
import { readModel } from "../session/read-model.js";
import { loadDesiredOrSnapshots } from "../snapshot/load-desired-or-snapshots.js";
import { sayAsOf } from "../snapshot/say-as-of.js";
import { answerable, originOf, readAccess, workspacesAsked } from "./read-access.js";

/** Options of `who`. */
export interface WhoOptions extends QuestionOptions<ListFormat> {
  readonly what: string;
  readonly planned?: boolean;
  readonly detailedExitcode?: boolean;
}

/** `orgform who`: everybody who has a value, or who reaches an object of the data model. */
export async function who(context: CommandContext, options: WhoOptions): Promise<Outcome> {
  const question = questionOf(options.what);
  const file = await loadDesiredOrSnapshots(
    context,
    options,
    options.live === undefined ? [] : [options.live],
  );
  const { desired } = file;
  const asked = workspacesAsked(desired, options);
  const description = await readModel(desired);
  const reader = description && dataReaderOf(description);
  if (question.kind === "object") {
    if (reader === undefined) throw noModel(options.what);
    const known = reader.model.classes.flatMap(({ objects }) => objects);
    if (!known.includes(question.object)) throw noSuchObject(question.object, known);
  }
  return await withConnection(context, options, desired, async ({ client, asOf }) => {
    const { plan, live, perWorkspace } = await readAccess(context, options, file, client, asked);
    if (question.kind === "value") {
      const attributes = [...new Set(perWorkspace.flatMap(({ nameIndex }) => nameIndex.attributes))];
      assertKnown(attributes, [question.attribute], "attribute");
    }
    const people = answerable(context, perWorkspace, options).flatMap((access) =>
      asked
        .filter(({ name }) => name === access.nameIndex.workspace)
        .flatMap((workspace) => peopleIn(access, options.planned ? "planned" : "live", workspace, live)),
    );
    const answers = whoOf(question, people, reader, description?.grants ?? []);
    reportPlanErrors(context, options, plan, options.planned === true);
    const { format = "text" } = options;
    if (format === "csv") sayAsOf(context, asOf);
    const origin = originOf(context, plan, asOf);
    await writeOutput(context, options.output, whoAnswers(options.what, answers, format, origin));
    return options.detailedExitcode && answers.length > 0 ? "differences" : "ok";
  });
}

const OBJECT = /^(?:model|view|field|topic|dashboard):/;

function questionOf(what: string): WhoQuestion {
  if (OBJECT.test(what)) return { kind: "object", object: what };
  const at = what.indexOf("=");
  if (at > 0) return { kind: "value", attribute: what.slice(0, at), entry: what.slice(at + 1) };
  throw usageError(
    `${what} is neither a value nor an object`,
    "Write an attribute with an entry, such as region=west, or region= for no value; or an object of the data model, such as field:customers.email, view:orders, 'topic:Order lines', dashboard:sales or model:demo.",
  );
}

function noModel(what: string) {
  const detail = "Name the folder of the data model in the file, as `data_model`.";
  return usageError(`${what} is an object of a data model, and the file names none`, detail);
}

function noSuchObject(object: string, known: readonly string[]) {
  const kind = object.slice(0, object.indexOf(":") + 1);
  const meant = suggest(
    object,
    known.filter((one) => one.startsWith(kind)),
  );
  const guess = meant === undefined ? "" : `Did you mean ${meant}? `;
  const detail = `${guess}Objects are called as in the model's files: a field by its view and name, a topic by its name or label.`;
  return fail("error", "unknown-object", `The data model has no ${object}`, detail);
}
