import { dirname, isAbsolute, join } from "node:path";
import type { Address } from "../model/address.js";
import type { DesiredState } from "../model/desired-state.js";
import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import { spanOfAddress } from "./address-span.js";
import { buildState } from "./build-state.js";
import { combineFiles } from "./combine-files.js";
import { type DataMap, dataMap, entry, isDataMap } from "./data.js";
import { error, type Finding } from "./finding.js";
import { lintTies } from "./lint-ties.js";
import { createOrigins, type Origins, spanOfPath } from "./origins.js";
import { type ParsedFile, parseSource } from "./parse-source.js";
import { createPlacer, type Place } from "./place.js";
import type { Source, Span } from "./source.js";
import { resolveTemplates } from "./templates.js";
import { toData } from "./to-data.js";
import { toDiagnostics } from "./to-diagnostics.js";
import { validateSchema } from "./validate-schema.js";
import { readVariables, type VariableValues } from "./variables.js";

/** What one or several files say, with everything that is wrong about them. */
export interface Config {
  /** `null` exactly when `diagnostics` hold an error. */
  readonly desired: DesiredState | null;
  /** All findings, sorted by place; a large number is cut, which the last one says. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were read, in the order they were given. */
  readonly sources: readonly Source[];
  /** Where an address stands in the files, or its nearest ancestor that does. Looked up on demand. */
  readonly locate: (address: Address) => Place | undefined;
  /** Where a path of keys and indexes stands, such as `["warehouse_sign_in", "roles", 0]`. Looked up on demand. */
  readonly locatePath: (path: readonly (string | number)[]) => Place | undefined;
}

/**
 * Reads files into a desired state: parse → validate → combine → resolve templates → build → lint. Pure, and it never
 * throws: whatever is wrong is a diagnostic, and as many as possible are found at once. Time and memory are bounded
 * for any text.
 */
export function parseConfig(sources: readonly Source[], values: VariableValues = {}): Config {
  return parseConfigWith(sources, values, []);
}

/** {@link parseConfig} for sources of which some could not be had; `unread` says why. */
export function parseConfigWith(
  sources: readonly Source[],
  values: VariableValues,
  unread: readonly Finding[],
): Config {
  const placeOf = createPlacer();
  const parsed = sources.map(parseSource);
  const files = parsed.filter((p): p is ParsedFile => "root" in p);
  const syntax = [...unread, ...parsed.flatMap((p) => ("root" in p ? [] : p))];

  const origins = createOrigins();
  const { substitute, findings: variableFindings } = readVariables(files, values);
  const converted = files.map((file) => toData(file, substitute, origins));
  const readable = files.flatMap(({ source }, i) => {
    const conversion = converted[i];
    return conversion?.isComplete ? [{ source, data: conversion.data }] : [];
  });
  const validated = readable.map(({ data }) => validateSchema(data, origins));
  const roots = readable.map(({ source, data }) => withModelFolder(data, source.filename, origins));
  const textual = [...syntax, ...variableFindings, ...converted.flatMap((c) => c.findings)];

  const combined = combineFiles(roots, origins, placeOf);
  const root = combined.data;
  const templated = resolveTemplates(entry(root, "workspaces"), entry(root, "templates"), origins);
  const workspaces = new Map(templated.workspaces);
  const spanAt = (address: Address): Span | undefined =>
    spanOfAddress(address, asMap(entry(root, "workspaces")), workspaces, origins);
  // What is missing or unknown in the rest of the files may stand in the one that cannot be read.
  const isWhole = syntax.length === 0 && readable.length === sources.length && sources.length > 0;
  const built = buildState(root, templated.workspaces, origins);
  const ties = isWhole ? lintTies(built.state.workspaces).map((f) => located(f, spanAt)) : [];
  const later = isWhole ? [[...combined.findings, ...templated.findings], built.findings, ties] : [];

  const schema = validated.flatMap((v) => v.findings);
  const more = validated.reduce((sum, v) => sum + v.more, 0);
  const nothing = sources.length === 0 && unread.length === 0 ? [noFile()] : [];
  const diagnostics = toDiagnostics([nothing, textual, schema, ...later], placeOf, more);
  return {
    desired: hasErrors(diagnostics) ? null : built.state,
    diagnostics,
    sources,
    locate: (address) => placed(spanAt(address), placeOf),
    locatePath: (path) => placed(spanOfPath(origins, root, path, "key"), placeOf),
  };
}

/** Adds places to diagnostics that have an address and no range, such as the planner's. */
export function locateDiagnostics(config: Config, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((d) => {
    const place = d.address === undefined || d.range ? undefined : config.locate(d.address);
    return place ? { ...d, range: place.range, snippet: place.snippet } : d;
  });
}

/** A data model's folder is named relative to the file that names it. */
function withModelFolder(data: DataMap, filename: string, origins: Origins): DataMap {
  const folder = entry(data, "data_model");
  if (typeof folder !== "string" || isAbsolute(folder)) return data;
  const resolved = dataMap([...Object.entries(data), ["data_model", join(dirname(filename), folder)]]);
  origins.of.set(resolved, { kind: "layers", layers: [data] });
  return resolved;
}

function located(finding: Finding, spanAt: (address: Address) => Span | undefined): Finding {
  return { ...finding, span: finding.address === undefined ? undefined : spanAt(finding.address) };
}

function placed(span: Span | undefined, placeOf: (span: Span) => Place): Place | undefined {
  return span && placeOf(span);
}

function asMap(data: unknown): DataMap {
  return isDataMap(data) ? data : dataMap([]);
}

function noFile(): Finding {
  return error("file-not-found", "No file was given", "Name a file or a folder of YAML files.");
}
