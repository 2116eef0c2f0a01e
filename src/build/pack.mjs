// Puts CommonJS chunks that are always loaded together into one file: each file of its own takes a fifth of a
// millisecond, and a plan would load forty. Which ones go together is decided by the commands that people wait for;
// the others load a little more than they need. Node's own require can load the result as well.

/**
 * Packs `chunks` (code by file name, all in one folder) by which of `roots` (file names by command) load them without
 * import(). What the first root loads is loaded whatever the command. Everything in `others` (code by path) that asks
 * for a chunk is changed, too. The result: code by file name, and by path.
 */
export function pack(chunks, roots, others) {
  const [[always, start], ...commands] = roots;
  const atStart = closure(chunks, start);
  const closures = commands.map(([command, root]) => [command, closure(chunks, root)]);
  const packs = new Map();
  for (const name of chunks.keys()) {
    const users = atStart.has(name)
      ? [always]
      : closures.flatMap(([command, loaded]) => (loaded.has(name) ? [command] : []));
    if (users.length > 0 && name !== start) add(packs, `for-${users.join("-")}.js`, name);
  }
  const placeOf = new Map(
    [...packs].flatMap(([file, names]) => (names.length > 1 ? names.map((name) => [name, file]) : [])),
  );
  const rewired = (code) =>
    code.replace(/require\("(\.\/(?:chunks\/)?)([^"/]+)"\)/g, (whole, folder, name) =>
      placeOf.has(name) ? `require("${folder}${placeOf.get(name)}")["${name}"]` : whole,
    );
  const packed = new Map();
  for (const [file, names] of packs) {
    if (names.length > 1) packed.set(file, packOf(names.map((name) => [name, rewired(chunks.get(name))])));
  }
  for (const [name, code] of chunks) if (!placeOf.has(name)) packed.set(name, rewired(code));
  return { chunks: packed, others: others.map(([path, code]) => [path, rewired(code)]) };
}

/** A file of parts, each of which runs when somebody first asks for it. */
function packOf(parts) {
  return [
    "const part=(name,run)=>{let module;Object.defineProperty(exports,name,{get(){if(module===undefined){module={exports:{}};run(module.exports,module)}return module.exports}})};",
    ...parts.map(([name, code]) => `part("${name}",function(exports,module){${code}\n});`),
  ].join("\n");
}

/** The chunks that are loaded with one, itself among them. */
function closure(chunks, root) {
  const found = new Set([root]);
  for (const name of found) {
    for (const [, needed] of chunks.get(name).matchAll(/(?<!__toESM\()require\("\.\/([^"]+)"\)/g)) {
      if (chunks.has(needed)) found.add(needed);
    }
  }
  return found;
}

function add(lists, key, item) {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
