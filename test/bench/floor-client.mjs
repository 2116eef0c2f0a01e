// The floor of the network: a bare keep-alive client that sends given GETs, those of one round at once, and reads
// the answers without looking at them. Arguments: a JSON file with the rounds, and how many requests at once.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

const [, , file, concurrency] = process.argv;
const { hostname, port, pathname } = new URL(process.env.ORGFORM_BASE_URL);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const headers = { authorization: `Bearer ${process.env.ORGFORM_TOKEN}` };

const send = (path) =>
  new Promise((resolve, reject) => {
    get({ hostname, port, agent, headers, path: pathname + path }, (answer) => {
      answer.on("end", resolve).resume();
    }).on("error", reject);
  });

for (const round of JSON.parse(readFileSync(file, "utf8"))) {
  let next = 0;
  const worker = async () => {
    while (next < round.length) await send(round[next++]);
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
}
agent.destroy();
