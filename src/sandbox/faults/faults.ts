import { assertKeys } from "../store/assert-keys.js";

/** The kinds of faults; see `Fault` for what each one needs. */
export const faultKinds = [
  "drop",
  "reset",
  "timeout",
  "slow",
  "status",
  "html",
  "empty-200",
  "truncate",
  "cut-off",
  "wrong-content-type",
  "stale-read",
  "merge",
  "warn",
  "endless",
  "redirect-loop",
  "redirect-elsewhere",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/**
 * A fault of the requests that it matches:
 *
 * - `drop` closes the connection without an answer, `reset` by a TCP reset, `timeout` never answers;
 * - `slow` waits `ms` (1,000) and then goes on as usual;
 * - `status` answers with `status` (503), in the envelope unless there is a `body`: with `message`,
 *   `error_code` and `error_metadata` where they are given, and also under a status of success; `html` with
 *   a gateway's page, under `status` (200); `empty-200` with no body at all;
 * - `truncate` sends half of the body as a whole message, `cut-off` closes the connection half-way;
 * - `warn` adds `warnings` to those of a success; an answer without a body has none;
 * - `wrong-content-type` calls the answer text/plain; `merge` lays `merge` over the body, objects key by key;
 * - `stale-read` answers a GET as before the last change of its answer;
 * - `endless` sends a body that never ends; `redirect-loop` sends the caller in a circle,
 *   `redirect-elsewhere` to `location`, which is this server under another origin unless given.
 */
export interface Fault {
  /** Its name in the log; made up unless given. */
  readonly id?: string;
  readonly match?: {
    readonly method?: string | readonly string[];
    /** A pattern for the path below the base: `*` is one segment, `**` any number of them. */
    readonly path?: string;
    /** Begins with the n-th request that matches, counted from 1. */
    readonly nth?: number;
    /** Strikes each request that matches only with this probability. */
    readonly probability?: number;
    /** Seed of the random numbers for `probability` and for a choice of kinds; 1 unless given. */
    readonly seed?: number;
  };
  /** The number of strikes; by default one if `nth` is given, and no limit otherwise. */
  readonly times?: number;
  /**
   * The moment of the fault: after the effect of the request, or before it (the default), so that there is
   * none; "either" chooses at random.
   */
  readonly when?: "before" | "after" | "either";
  /** One kind, or several to choose from at random. */
  readonly kind: FaultKind | readonly FaultKind[];
  readonly status?: number;
  readonly body?: string;
  readonly message?: string;
  readonly error_code?: string;
  readonly error_metadata?: object;
  readonly warnings?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly ms?: number;
  readonly location?: string;
  readonly merge?: unknown;
}

/** A fault that strikes one request, with every choice made. */
export interface Strike {
  readonly fault: Fault;
  readonly id: string;
  readonly kind: FaultKind;
  readonly when: "before" | "after";
}

/** A fault, and how many requests it was for and struck. */
interface FaultCount {
  readonly fault: Fault;
  readonly matched: number;
  readonly struck: number;
}

/** The faults that are set. */
export interface Faults {
  add(faults: readonly Fault[]): void;
  clear(): void;
  /** The first fault that strikes this request; all that match count it. */
  strike(method: string, path: string): Strike | undefined;
  list(): readonly FaultCount[];
}

/** No faults yet. Throws, when one is added, for a kind or a key that does not exist. */
export function createFaults(): Faults {
  let armed: ArmedFault[] = [];
  let added = 0;
  return {
    add(faults) {
      armed.push(
        ...faults.map((fault) => {
          added += 1;
          return arm(fault, fault.id ?? `fault-${added}`);
        }),
      );
    },
    clear() {
      armed = [];
    },
    strike(method, path) {
      let first: Strike | undefined;
      for (const fault of armed) first = fault.meet(method, path, first !== undefined) ?? first;
      return first;
    },
    list: () => armed.map((fault) => fault.count()),
  };
}

const FAULT_KEYS: readonly (keyof Fault)[] = [
  "id",
  "match",
  "times",
  "when",
  "kind",
  "status",
  "body",
  "message",
  "error_code",
  "error_metadata",
  "warnings",
  "headers",
  "ms",
  "location",
  "merge",
];

const MATCH_KEYS: readonly (keyof NonNullable<Fault["match"]>)[] = [
  "method",
  "path",
  "nth",
  "probability",
  "seed",
];

/** A fault that waits for its requests. */
interface ArmedFault {
  /** Counts the request if it is one of this fault's; strikes it if it is its turn and `probability` allows it. */
  meet(method: string, path: string, isStruck: boolean): Strike | undefined;
  count(): FaultCount;
}

function arm(fault: Fault, id: string): ArmedFault {
  const { match = {} } = fault;
  const kinds = typeof fault.kind === "string" ? [fault.kind] : fault.kind;
  // A misspelt condition would let the fault strike everywhere.
  assertKeys("a fault", fault, FAULT_KEYS);
  assertKeys("the match of a fault", match, MATCH_KEYS);
  for (const kind of kinds)
    if (!faultKinds.includes(kind)) throw new Error(`there is no fault ${JSON.stringify(kind)}`);
  if (!["before", "after", "either"].includes(fault.when ?? "before"))
    throw new Error(`there is no moment ${JSON.stringify(fault.when)}: when takes before, after, either`);
  const methods = typeof match.method === "string" ? [match.method] : match.method;
  const pattern = globToRegex(match.path ?? "**");
  const random = createRandom(match.seed ?? 1);
  const times = fault.times ?? (match.nth === undefined ? Number.POSITIVE_INFINITY : 1);
  let matched = 0;
  let struck = 0;

  return {
    meet(method, path, isStruck) {
      if (methods?.includes(method) === false || !pattern.test(path)) return undefined;
      matched += 1;
      if (isStruck || matched < (match.nth ?? 1) || struck >= times) return undefined;
      if (match.probability !== undefined && random() >= match.probability) return undefined;
      struck += 1;
      const kind = kinds[Math.floor(random() * kinds.length)] ?? "drop";
      return { fault, id, kind, when: momentOf(fault, random) };
    },
    count: () => ({ fault: { ...fault, id }, matched, struck }),
  };
}

function momentOf({ when = "before" }: Fault, random: () => number): "before" | "after" {
  if (when !== "either") return when;
  return random() < 0.5 ? "before" : "after";
}

function globToRegex(glob: string): RegExp {
  const source = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`);
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
