import { dataReaderOf } from "../../data-model/answer/people-data.js";
import { valueGrants } from "../../data-model/compile/grant-checks.js";
import { canonicalEmail } from "../../model/email.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { answersOfAll, openAnswers, type WhoAnswer, type WhoQuestion, whoOf } from "../../plan/people/who.js";
import { type Asked, askedBy } from "../../plan/people/who-words.js";
import { personProduct } from "../../report/access/person-answer.js";
import { whoProduct } from "../../report/access/who-answers.js";
import { type Product, type ProductFormat, productIn } from "../../report/product/product.js";
import { shellWord } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
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
  assertAnswerable,
  assertAskable,
  questionOfWord,
  unknownValueText,
  withKnownObject,
} from "./who-question.js";

interface WhoOptions extends SharedOptions<ProductFormat> {
  /** The subjects of the question; everybody if there are none. */
  readonly what?: readonly string[];
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
    const { what: words = [] } = options;
    const questions = words.map((word) => withKnownObject(askedBy(word), reader));
    if (words.length === 0) questions.push({ kind: "everybody" });
    assertAnswerable(questions, reader);
    const { plan, live, moments } = await readFor(session, asked, questions);
    const { asOf } = await session.connection();
    const views = moments.map((one) => (options.planned ? one.planned : one.live));
    const askable = askableOf(moments, views, reader);
    const resolved = questions.map((one, i) => one ?? questionOfWord(words[i] ?? "", askable, people));
    for (const one of resolved) assertAskable(one, askable);
    const person = personAlone(resolved);
    const isAboutPlan = options.planned === true || person !== undefined;
    if (plan !== undefined && isAboutPlan) reportPlanErrors(context, options, plan);
    const { format = "text" } = options;
    if (format === "csv") reportAsOf(context, asOf);
    const origin = originOf(context, live, asOf);
    const answer = async (product: Product, isFound: boolean): Promise<Outcome> => {
      await writeOutput(context, options.out, productIn(product, format, listStyle(context, options)));
      return options.detailedExitcode && isFound ? "differences" : "ok";
    };
    if (person !== undefined) {
      assertKnownPerson(moments, person, people);
      const whole = answerAboutPerson(moments, person, reader);
      return await answer(personProduct(options.open ? openPart(whole) : whole, origin), true);
    }
    if (options.planned !== true) reportMissing(context, moments);
    const isOpenOnly = options.open === true;
    // Whether somebody reaches an object is the narrower question.
    const about = resolved
      .filter((one) => one.kind !== "person")
      .sort((one, other) => Number(other.kind === "object") - Number(one.kind === "object"));
    const answersTo = (question: WhoQuestion, people: readonly View[]): readonly WhoAnswer[] => {
      if (!isOpenOnly) return whoOf(question, people, model);
      // People without a value answer as well: nobody is more open than they are.
      const withNone: WhoQuestion = question.kind === "attribute" ? { ...question, orNone: true } : question;
      return openAnswers(question, whoOf(withNone, people, model));
    };
    const answersIn = (people: readonly View[]): readonly WhoAnswer[] =>
      answersOfAll(about.map((question) => answersTo(question, people)));
    const answers = answersIn(views);
    const isAnswered = answers.some(({ by }) => by === "value");
    for (const question of about)
      context.stderr.write(unknownValueText(question, desired, moments, isAnswered) ?? "");
    const arriving = options.planned ? 0 : countArriving(moments, answersIn);
    const isUnread = about.some(({ kind }) => kind === "object") && description?.complete === false;
    const product = whoProduct({ questions: about, answers, isOpenOnly, arriving, isUnread }, origin);
    return await answer(product, answers.length > 0);
  });
}

/** The person whom the only question is about; an address among other questions ends the command. */
function personAlone(questions: readonly Asked[]): string | undefined {
  const person = questions.find((one) => one.kind === "person");
  if (person === undefined || questions.length === 1) return person?.member;
  throw usageError(
    "An address is a question of its own",
    `Several questions ask for the people who fit all of them. Ask \`orgform who ${shellWord(person.member)}\` alone.`,
  );
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
  questions: readonly (Asked | undefined)[],
): Promise<ReadAccess> {
  const { planned, base } = session.options;
  const person = personAlone(questions.flatMap((one) => one ?? []));
  if (person !== undefined)
    return await readAccessPlanned(session, asked, (live) => needsOfPerson(canonicalEmail(person), live));
  if (planned || base !== undefined || questions.includes(undefined))
    return await readAccessPlanned(session, asked);
  const { desired } = await session.file();
  return await readAccessNow(session.context, await session.connection(), { ...desired, workspaces: asked });
}
