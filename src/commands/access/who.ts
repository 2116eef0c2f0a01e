import { entriesOf } from "../../access/values/grants.js";
import { type DataReader, dataReaderOf } from "../../data-model/answer/people-data.js";
import { valueGrants } from "../../data-model/compile/grant-checks.js";
import { canonicalEmail } from "../../model/email.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { openAnswers, whoOf } from "../../plan/people/who.js";
import { type Askable, type Asked, askedBy } from "../../plan/people/who-words.js";
import { personProduct } from "../../report/access/person-answer.js";
import { whoProduct } from "../../report/access/who-answers.js";
import { type ProductFormat, productIn } from "../../report/product/product.js";
import type { CommandContext } from "../context/context.js";
import type { QuestionOptions } from "../context/options.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { sayAsOf } from "../documents/say-as-of.js";
import { productStyle, writeOutput } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import { readModel } from "../session/read-model.js";
import { loadDesiredOrSnapshots } from "../snapshot/load-desired-or-snapshots.js";
import {
  originOf,
  type QuestionReader,
  type ReadAccess,
  readAccessNow,
  readAccessPlanned,
  sayMissing,
  workspacesAsked,
} from "./read-access.js";
import { answerAboutPerson, needsOfPerson, openPart } from "./who-person.js";
import { assertAskable, assertNoSlip, knownObject, questionOfWord } from "./who-question.js";

export interface WhoOptions extends QuestionOptions<ProductFormat> {
  /** Absent: everybody. */
  readonly what?: string;
  readonly open?: boolean;
  readonly planned?: boolean;
  readonly detailedExitcode?: boolean;
}

/** `orgform who`: who sees what, of everybody, of one person, or of those who have a value or reach an object. */
export async function who(context: CommandContext, options: WhoOptions): Promise<Outcome> {
  const file = await loadDesiredOrSnapshots(
    context,
    options,
    options.live === undefined ? [] : [options.live],
  );
  const { desired } = file;
  const asked = workspacesAsked(desired, options);
  const description = await readModel(desired);
  const reader = description && dataReaderOf(description);
  const model = description && reader && { reader, grants: valueGrants(description) };
  const question = withKnownObject(askedBy(options.what), reader);
  return await withConnection(context, options, desired, async ({ client, asOf }) => {
    const access = await readFor({ context, options, file, client, asked }, question);
    const { plan, live, moments } = access;
    const views = moments.map((one) => (options.planned ? one.planned : one.live));
    const askable = askableOf(moments, views, reader);
    const meant = question ?? questionOfWord(options.what ?? "", askable);
    assertAskable(meant, askable);
    const isAboutPlan = options.planned === true || meant.kind === "person";
    if (plan !== undefined) reportPlanErrors(context, options, plan, isAboutPlan);
    const { format = "text" } = options;
    if (format === "csv") sayAsOf(context, asOf);
    const origin = originOf(context, live, asOf);
    const style = { ...productStyle(context, options), full: options.full === true };
    if (meant.kind === "person") {
      const whole = answerAboutPerson(moments, meant.member, reader);
      const answer = options.open ? openPart(whole) : whole;
      await writeOutput(context, options.out, productIn(personProduct(answer, origin), format, style));
      return options.detailedExitcode ? "differences" : "ok";
    }
    if (options.planned !== true) sayMissing(context, moments);
    const everybody = whoOf(meant, views, model);
    if (meant.kind === "value" && everybody.length === 0)
      assertNoSlip(meant, knownValues(meant.attribute, desired, moments));
    const answers = options.open ? openAnswers(meant, everybody) : everybody;
    const isOpenOnly = options.open === true;
    const product = whoProduct({ question: meant, answers, isOpenOnly }, origin);
    await writeOutput(context, options.out, productIn(product, format, style));
    return options.detailedExitcode && answers.length > 0 ? "differences" : "ok";
  });
}

/** An object is looked up before anything is read of the service. */
function withKnownObject(question: Asked | undefined, reader: DataReader | undefined): Asked | undefined {
  if (question?.kind !== "object") return question;
  return { kind: "object", object: knownObject(question.object, reader && objectsOf(reader)) };
}

const objectsOf = ({ model }: DataReader): readonly string[] =>
  model.classes.flatMap(({ objects }) => objects);

/** Reads what the question needs: a plan only where it is about one, or where a word may yet mean a person. */
async function readFor(
  reading: QuestionReader & { readonly options: WhoOptions },
  question: Asked | undefined,
): Promise<ReadAccess> {
  const { planned, base, only } = reading.options;
  if (question?.kind === "person")
    return await readAccessPlanned(reading, (live) => needsOfPerson(canonicalEmail(question.member), live));
  const needsPlan = question === undefined || planned === true || base !== undefined || only !== undefined;
  return needsPlan ? await readAccessPlanned(reading) : await readAccessNow(reading);
}

function askableOf(
  moments: readonly Moments[],
  views: readonly View[],
  reader: DataReader | undefined,
): Askable {
  const all = (of: (view: View) => readonly string[]) => [
    ...new Set(moments.flatMap(({ start, planned }) => [...of(start), ...of(planned)])),
  ];
  return {
    attributes: all(({ attributes }) => attributes),
    groups: all(({ groups }) => groups),
    members: all(({ members }) => members),
    objects: reader === undefined ? [] : objectsOf(reader),
    views,
  };
}

/** The entries of every value of an attribute, in the file and in the service as far as it was read. */
function knownValues(
  attribute: string,
  { workspaces }: Pick<DesiredState, "workspaces">,
  moments: readonly Moments[],
): readonly string[] {
  const desired = workspaces
    .map(contentsOf)
    .flatMap(({ of }) => [...of("group_value"), ...of("member_value")])
    .flatMap(({ name, managed }) => (name === attribute ? String(managed.value) : []));
  const present = moments.flatMap(({ start }) => start.givenValues(attribute));
  const texts = [...desired, ...present].flatMap((value) => [value, ...entriesOf(value)]);
  return [...new Set(texts)];
}
