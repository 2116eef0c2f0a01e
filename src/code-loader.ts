import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

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
 * A loader that gives V8 what it compiled the last time (its code cache), which halves the time until a command does
 * something. The cache lies in the build's own folder, so that nobody can put code there who could not change the
 * program itself; where that cannot be written there is none. It goes when the folder is built or installed anew.
 * What another version of V8 has left, or one with other flags, it refuses, and that is replaced. `isCaching` false
 * leaves all of this out.
 */
export function createCodeLoader(folder: string, isCaching: boolean): CodeLoader {
  const cacheFile = join(folder, "cache", `${process.version}-${process.arch}`);
  const cached = isCaching ? readCache(cacheFile) : new Map<string, Buffer>();
  const nodeRequire = createRequire(join(folder, "main.js"));
  const modules = new Map<string, { exports: unknown }>();
  const scripts = new Map<string, Script>();

  function load(file: string): unknown {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const filename = join(folder, file);
    // What the build writes is ASCII.
    const code = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, "latin1")}\n})`;
    const script = new Script(code, { filename, cachedData: cached.get(file) });
    scripts.set(file, script);
    const require = (id: string): unknown =>
      id.startsWith(".") ? load(join(dirname(file), id)) : nodeRequire(id);
    const execute: Execute = script.runInThisContext();
    execute(module.exports, require, module, filename, dirname(filename));
    return module.exports;
  }

  return {
    load,
    keep() {
      const isNew = [...scripts.values()].some((script) => script.cachedDataRejected !== false);
      if (!isCaching || !isNew) return;
      for (const [file, script] of scripts) cached.set(file, script.createCachedData());
      writeCache(cacheFile, cached);
    },
  };
}

/**
 * A checksum, a line of JSON with names and sizes, then the data one after the other. V8 itself believes what it is
 * given, and a bit that has fallen over would do anything.
 */
function readCache(path: string): Map<string, Buffer> {
  const cached = new Map<string, Buffer>();
  try {
    const bytes = readFileSync(path);
    const content = bytes.subarray(CHECKSUM_BYTES);
    if (bytes.readUInt32LE() !== crc32(content)) return cached;
    let end = content.indexOf("\n") + 1;
    const sizes: readonly (readonly [string, number])[] = JSON.parse(content.toString("utf8", 0, end));
    for (const [file, size] of sizes) {
      cached.set(file, content.subarray(end, end + size));
      end += size;
    }
  } catch {
    // There is none yet.
  }
  return cached;
}

/** In one piece or not at all: others start at the same time. */
function writeCache(path: string, cached: ReadonlyMap<string, Buffer>): void {
  const sizes = [...cached].map(([file, data]) => [file, data.length]);
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...cached.values()]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(content));
  const next = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(next, Buffer.concat([checksum, content]));
    renameSync(next, path);
  } catch {
    // A read-only installation starts without, and so does one on a full disk.
    if (existsSync(next)) rmSync(next);
  }
}
