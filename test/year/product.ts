import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import type { Place } from "./expected.js";

/** What people do in the product by hand. */
export interface Product {
  accept(place: Place): Promise<void>;
  /** An administrator removes a member. */
  remove(place: Place): Promise<void>;
  putInto(place: Place, group: string): Promise<void>;
  takeOutOf(place: Place, group: string): Promise<void>;
  setOwn(place: Place, attribute: string, value: string): Promise<void>;
}

export function productOf(sandbox: SandboxInProcess): Product {
  const workspaceOf = (name: string) => sandbox.state().workspaces.find((w) => w.name === name);
  const groupId = (workspace: string, name: string) =>
    workspaceOf(workspace)?.groups?.find((group) => group.name === name)?.id;
  const userId = (mail: string) => sandbox.state().users.find(({ email }) => email === mail)?.id;
  const send = async (url: string, method: string, body?: object) => {
    const response = await sandbox.fetch(url, {
      method,
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${url}: ${await response.text()}`);
  };
  const act = (action: string, { workspace, mail }: Place) =>
    send(`${sandbox.origin}/_sandbox/${action}`, "POST", { workspace, email: mail });
  const call = (method: string, { workspace }: Place, path: string, body?: object) =>
    send(`${sandbox.url}/workspaces/${workspaceOf(workspace)?.id}${path}`, method, body);
  return {
    accept: (place) => act("accept-invite", place),
    remove: (place) => act("remove-member", place),
    putInto: (place, group) =>
      call("POST", place, `/groups/${groupId(place.workspace, group)}/members`, {
        user_id: userId(place.mail),
      }),
    takeOutOf: (place, group) =>
      call("DELETE", place, `/groups/${groupId(place.workspace, group)}/members/${userId(place.mail)}`),
    setOwn: (place, attribute, value) =>
      call("POST", place, `/members/${userId(place.mail)}/user_attributes`, {
        user_attribute_definition_id: workspaceOf(place.workspace)?.definitions?.find(
          ({ name }) => name === attribute,
        )?.id,
        value,
      }),
  };
}
