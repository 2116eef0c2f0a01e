import { dataReaderOf } from "../../data-model/answer/people-data.js";
import { valueGrants } from "../../data-model/compile/grant-checks.js";
import { canonicalEmail } from "../../model/email.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { openAnswers, type WhoAnswer, whoOf } from "../../plan/people/who.js";
import { type Asked, askedBy } from "../../plan/people/who-words.js";
import { countPeople } from "../../plan/summary.js";
import { personProduct } from "../../report/access/person-answer.js";
import { whoProduct } from "../../report/access/who-answers.js";
import { type ProductFormat, productIn } from "../../report/product/product.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf, reportAsOf } from "../documents/origin.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { listStyle, writeOutput } from "../documents/write-output.js";
import { loadDesiredOrSnapshots } from "../session/load-desired.js";
import { inSession, modelTelling, type Session } from "../session/session.js";
import {
  type ReadAccess,
  readAccessNow,
  readAccessPlanned,
  reportMissing,
  workspacesAsked,
} from "./read-access.js";
import { answerAboutPerson, assertKnownPerson, needsOfPerson, openPart } from "./who-person.js";
import {
  askableOf,
  assertAskable,
  questionOfWord,
  unknownValueText,
  withKnownObject,
  withNone,
} from "./who-question.js";

export interface WhoOptions extends SharedOptions<ProductFormat> {
  /** The subject of the question; everybody if absent. */
  readonly what?: string;
  readonly open?: boolean;
  readonly planned?: boolean;
  readonly detailedExitcode?: boolean;
}

/**
 * The command `orgform who`: what people see: everybody, one person, or the people who have a value or reach
 * an object.
 */
export async function who(context: CommandContext, options: WhoOptions): Promise<Outcome> {
  return await inSession(context, options, { file: loadDesiredOrSnapshots }, async (session) => {
    const { desired, people } = await session.file();
    const asked = workspacesAsked(desired, options);
    const description = await modelTelling(session);
    const reader = description && dataReaderOf(description);
    const model = description && reader && { reader, grants: valueGrants(description) };
    const question = withKnownObject(askedBy(options.what), reader);
    const { plan, live, moments } = await readFor(session, asked, question);
    const { asOf } = await session.connection();
    const views = moments.map((one) => (options.planned ? one.planned : one.live));
    const askable = askableOf(moments, views, reader);
    const resolved = question ?? questionOfWord(options.what ?? "", askable, people);
    assertAskable(resolved, askable);
    const isAboutPlan = options.planned === true || resolved.kind === "person";
    if (plan !== undefined && isAboutPlan) reportPlanErrors(context, options, plan);
    const { format = "text" } = options;
    if (format === "csv") reportAsOf(context, asOf);
    const origin = originOf(context, live, asOf);
    const style = listStyle(context, options);
    if (resolved.kind === "person") {
      assertKnownPerson(moments, resolved.member, people);
      const whole = answerAboutPerson(moments, resolved.member, reader);
      const answer = options.open ? openPart(whole) : whole;
      await writeOutput(context, options.out, productIn(personProduct(answer, origin), format, style));
      return options.detailedExitcode ? "differences" : "ok";
    }
    if (options.planned !== true) reportMissing(context, moments);
    const isOpenOnly = options.open === true;
    const answersIn = (people: readonly View[]): readonly WhoAnswer[] =>
      isOpenOnly
        ? openAnswers(resolved, whoOf(withNone(resolved), people, model))
        : whoOf(resolved, people, model);
    context.stderr.write(unknownValueText(resolved, desired, moments) ?? "");
    const answers = answersIn(views);
    const arriving = options.planned ? 0 : countArriving(moments, answersIn);
    const isUnread = resolved.kind === "object" && description?.complete === false;
    const product = whoProduct({ question: resolved, answers, isOpenOnly, arriving, isUnread }, origin);
    await writeOutput(context, options.out, productIn(product, format, style));
    return options.detailedExitcode && answers.length > 0 ? "differences" : "ok";
  });
}

/** The number of people who are no members yet and to whom the answer will apply once they have arrived. */
function countArriving(
  moments: readonly Moments[],
  answersIn: (people: readonly View[]) => readonly WhoAnswer[],
): number {
  // They come after the members: where there are none, nobody is looked at.
  if (moments.every(({ live, planned }) => planned.members.length === live.members.length)) return 0;
  const answers = answersIn(moments.map(({ planned }) => planned));
  return countPeople(answers.filter(({ arriving }) => arriving === true));
}

/** Reads what the question needs: a plan only where it is about one, or where a word may yet mean a person. */
async function readFor(
  session: Session<WhoOptions>,
  asked: readonly DesiredWorkspace[],
  question: Asked | undefined,
): Promise<ReadAccess> {
  const { planned, base } = session.options;
  if (question?.kind === "person")
    return await readAccessPlanned(session, asked, (live) =>
      needsOfPerson(canonicalEmail(question.member), live),
    );
  const needsPlan = question === undefined || planned === true || base !== undefined;
  if (needsPlan) return await readAccessPlanned(session, asked);
  const { client } = await session.connection();
  const { desired } = await session.file();
  return await readAccessNow(session.context, client, { ...desired, workspaces: asked });
}
