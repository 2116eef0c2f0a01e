// Ink without its tools for developers: with DEV=true in the environment it would look for them, and for its package.json
// beside the bundle, where neither is. No option of Ink or of the bundler leaves them out.

const INSTEAD = {
  "utils.js": "export const isDev = () => false;",
  "devtools.js": "export {};",
};

/** A plugin that takes these modules out of Ink. */
export const inkInUse = {
  name: "ink-in-use",
  load: {
    filter: { id: /[\\/]ink[\\/]build[\\/](utils|devtools)\.js$/ },
    handler: (id) => INSTEAD[id.replace(/^.*[\\/]/, "")],
  },
};
