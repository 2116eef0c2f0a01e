/**
 * orgform as a library: the stages of the command, to be called one after the other.
 *
 * ```ts
 * const config = await loadConfig(["orgform.yaml"]);
 * if (config.desired === null) throw new Error(config.diagnostics[0]?.summary);
 * const address = resolveServiceAddress(config.desired.service);
 * if (!("baseUrl" in address)) throw new Error(address.summary);
 * const client = createClient({ baseUrl: address.baseUrl, token });
 * const read = await readLiveStateFor(config.desired, client);
 * if (!("live" in read)) throw new Error(read.diagnostics[0]?.summary);
 * const plan = createPlan(config.desired, read.live, { orgformVersion: VERSION, file: config });
 * if (!plan.applyable) throw new Error("there is nothing to do, or a guard refused it");
 * for await (const event of applyPlan(plan, client)) show(event);
 * ```
 *
 * Everything between the stages is plain data. A plan is saved with `JSON.stringify(plan)` and read with `parsePlan`,
 * which checks that it is whole and unchanged; `applyPlan` carries it out as it was saved. It is as old as what was read
 * for it, so if somebody may have changed something since, read and plan again and compare the two, as the command does:
 *
 * ```ts
 * await writeFile("plan.json", JSON.stringify(plan));
 * const saved = parsePlan(await readFile("plan.json", "utf8")); // somewhere else, after somebody has approved it
 * if (!("plan" in saved)) throw new Error(saved.diagnostics[0]?.detail);
 * const fresh = createPlan(config.desired, read.live, { orgformVersion: VERSION, file: config }); // of what is there now
 * if (fresh.plan_digest !== saved.plan.plan_digest) throw new Error("the plan is no longer the one that was approved");
 * for await (const event of applyPlan(fresh, client)) show(event);
 * ```
 */
export { ApiError, type ApiErrorReason } from "./api/call/api-error.js";
export { createClient } from "./api/client.js";
export type { ClientOptions } from "./api/client-options.js";
export type { Client, ReadClient } from "./api/operations.js";
export { resolveServiceAddress } from "./api/service-address.js";
export { type ApplyOptions, applyPlan } from "./apply/apply-plan.js";
export { createReceiptRecorder, type ReceiptRecorder, type RunFacts, runOf } from "./apply/receipt.js";
export { type ParsedPlan, parsePlan } from "./commands/plan/parse-plan.js";
export { parseReceipt } from "./commands/receipts/read-receipt.js";
export { type Config, locateDiagnostics, parseConfig } from "./config/config.js";
export { loadConfig } from "./config/load-config.js";
export { type LiveRead, readLiveState } from "./live/read-live-state.js";
export { readLiveStateFor } from "./live/read-live-state-for.js";
export type { Diagnostic } from "./model/diagnostic.js";
export type { DiagnosticCode } from "./model/diagnostic-code.js";
export type { ApplyEvent } from "./model/plan/event.js";
export type { AccessChange, Outcome, Plan, ResourceChange } from "./model/plan/plan.js";
export type { Receipt, Run } from "./model/plan/receipt.js";
export type { DesiredState } from "./model/state/desired-state.js";
export type { LiveState } from "./model/state/live-state.js";
export type { WarehouseSignIn } from "./model/state/warehouse-sign-in.js";
export type { FileFacts, PlanOptions, Purpose } from "./plan/input/inputs.js";
export { createPlan, createPlanner, type Planner } from "./plan/planner.js";
export { diagnosticsText } from "./render/diagnostics/diagnostics-text.js";
export { planHtml } from "./render/html/plan-html.js";
export { notPlannedMarkdown, planLabels, planMarkdown } from "./render/markdown/plan-markdown.js";
export { receiptMarkdown } from "./render/markdown/receipt-markdown.js";
export { planJson } from "./render/plan-json.js";
export { planText } from "./render/text/plan-text.js";
export {
  checkSignIn,
  type Finding,
  type FindingName,
  type RenderedFile,
  renderSignIn,
  type SignInCheck,
  type SignInFormat,
} from "./sign-in/sign-in.js";
export { VERSION } from "./version.js";
