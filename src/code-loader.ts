import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { delayTierUp } from "./tier-up.js";

const CHECKSUM_BYTES = 4;

/** Loads files of the build. */
export interface CodeLoader {
  /** What a CommonJS file exports; `file` is below the build's folder. */
  load(file: string): unknown;
  /** Keeps what V8 has compiled for the next start, if there is anything new and a place for it. */
  keep(): void;
}

type Execute = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * A loader that gives V8 what it compiled the last time (its code cache), which saves a short run two fifths of what it
 * takes beside Node's own start. The cache lies in the build's own folder, so that nobody can put code there who could
 * not change the program itself; where that cannot be written there is none. It goes when the folder is built or
 * installed anew. What another version of V8 has left, or one with other flags, it refuses, and that is replaced. Each
 * `command` has its own, since each runs other parts of the same files; without one all of this is left out.
 */
export function createCodeLoader(folder: string, command: string | undefined): CodeLoader {
  const isCaching = command !== undefined;
  // Options may come first, and what somebody typed is no path.
  const own = command !== undefined && /^[a-z][a-z-]*$/.test(command) ? command : "other";
  const cache = join(folder, "cache", `${process.version}-${process.arch}`, own);
  const tierUp = delayTierUp(process.versions.v8);
  const nodeRequire = createRequire(join(folder, "main.js"));
  const ofNode = new Map<string, unknown>();
  const modules = new Map<string, { exports: unknown }>();
  const scripts = new Map<string, Script>();

  function execute(file: string): unknown {
    const module = { exports: {} };
    modules.set(file, module);
    const filename = join(folder, file);
    // What the build writes is ASCII.
    const code = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, "latin1")}\n})`;
    const cachedData = isCaching ? readCached(join(cache, basename(file))) : undefined;
    const script = new Script(code, { filename, cachedData });
    scripts.set(file, script);
    const require = (id: string): unknown =>
      id.startsWith(".") ? load(join(dirname(file), id)) : loadOfNode(id);
    const run: Execute = script.runInThisContext();
    run(module.exports, require, module, filename, dirname(filename));
    return module.exports;
  }

  const load = (file: string): unknown =>
    modules.get(file)?.exports ?? tierUp.whileLoading(() => execute(file));

  function loadOfNode(id: string): unknown {
    const known = ofNode.get(id) ?? tierUp.whileLoading(() => nodeRequire(id));
    ofNode.set(id, known);
    return known;
  }

  return {
    load,
    keep() {
      const compiled = [...scripts].filter(([, script]) => script.cachedDataRejected !== false);
      if (!isCaching || compiled.length === 0) return;
      try {
        mkdirSync(cache, { recursive: true });
        for (const [file, script] of compiled) {
          const data = tierUp.whileLoading(() => script.createCachedData());
          writeCached(join(cache, basename(file)), data);
        }
      } catch {
        // A read-only installation starts without, and so does one on a full disk.
      }
    },
  };
}

/** Nothing unless it is what was written: V8 itself believes what it is given, and a wrong bit would do anything. */
function readCached(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const data = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32LE() === crc32(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** In one piece or not at all: others start at the same time. */
function writeCached(path: string, data: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(data));
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, Buffer.concat([checksum, data]));
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
