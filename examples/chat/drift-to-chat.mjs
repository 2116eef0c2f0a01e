// Says in a chat that somebody changed the organization by hand: node drift-to-chat.mjs drift.json
// WEBHOOK is the address of an incoming webhook (Slack, Mattermost, Google Chat, …) that takes {"text": …}.
import { readFileSync } from "node:fs";

const MOST = 10;
const drift = JSON.parse(readFileSync(process.argv[2] ?? "drift.json", "utf8"));
if (drift.outcome === "ok") process.exit(0);

/** A chat takes some signs of a name for a link or a mention. */
const plain = (name) => name.replace(/[&<>*_~`|\p{Cc}]|(?<!\w)@/gu, " ");
const listed = (lines) => [
  ...lines.slice(0, MOST),
  ...(lines.length > MOST ? [`… ${lines.length - MOST} more`] : []),
];

const changes = [...(drift.resource_changes ?? []), ...(drift.unsupported ?? [])].map(({ address }) =>
  plain(address),
);
// An apply would take from these people what they have by hand: they see more than the file says.
const more = (drift.access_changes ?? []).filter(({ verdict }) => verdict === "narrowed");
const people = [...new Set(more.map(({ member }) => plain(member)))];
const heading =
  drift.resource_changes === undefined
    ? "orgform could not compare the organization with its file"
    : `The organization differs from its file in ${changes.length} ${changes.length === 1 ? "place" : "places"}`;
const text = [
  `${heading}.`,
  ...(people.length > 0 ? [`People who see more than the file says: ${listed(people).join(", ")}`] : []),
  ...listed(changes).map((address) => `• ${address}`),
  ...(process.env.RUN_URL ? [process.env.RUN_URL] : []),
].join("\n");

const { ok, status } = await fetch(process.env.WEBHOOK ?? "", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text }),
});
if (!ok) {
  console.error(`The chat answered ${status}.`);
  process.exitCode = 1;
}
