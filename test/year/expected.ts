import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { resolveIndependently } from "../support/worlds/plain-world.js";
import { ADMIN, type Given, givenIn, type Person, type Shape, valuesIn, WITH_OWN_VALUES } from "./company.js";

type Workspaces = ReturnType<Sandbox["state"]>["workspaces"];
type SeedWorkspace = Workspaces[number];

/** The possible values, by workspace, address and attribute. */
export type Access = ReadonlyMap<string, readonly string[]>;

/** Somebody in a workspace. */
export interface Place {
  readonly workspace: string;
  readonly mail: string;
}

/** What a list gives everybody in an organization, worked out with nothing of orgform. */
export interface Expected {
  givenTo(place: Place): Given | undefined;
  /** What every member has once the file is applied. */
  access(workspaces: Workspaces): Access;
  memberships(workspaces: Workspaces): readonly string[];
  /** The people in the list who are no members of a workspace of theirs. */
  outside(workspaces: Workspaces): readonly Place[];
  /** Members and invited people whom the list does not name. */
  notListed(workspaces: Workspaces): readonly (Place & { readonly invite: boolean })[];
  /** What a plan has to change, by the person whom it is about. */
  differences(workspaces: Workspaces): ReadonlyMap<string, readonly string[]>;
}

export const keyOf = ({ workspace, mail }: Place): string => `${workspace} ${mail}`;

/** What everybody has now. */
export const accessIn = (workspaces: Workspaces): Access =>
  new Map(
    workspaces.flatMap((workspace) =>
      [...resolveIndependently({ workspaces: [workspace] })].map(
        ([who, values]) => [`${workspace.name} ${who}`, values] as const,
      ),
    ),
  );

/** Who is in which group, All Users aside. */
export const membershipsIn = (workspaces: Workspaces): readonly string[] =>
  workspaces
    .flatMap(({ name, groups = [] }) =>
      groups.flatMap((group) => (group.members ?? []).map((mail) => `${name}/${group.name}/${mail}`)),
    )
    .sort();

export const membersOf = ({ name, members = [] }: SeedWorkspace): readonly Place[] =>
  members.map(({ email }) => ({ workspace: name, mail: email }));

export const invitedTo = ({ name, invites = [] }: SeedWorkspace): readonly Place[] =>
  invites.map(({ email }) => ({ workspace: name, mail: email }));

export function expectedOf(list: readonly Person[], shape: Shape): Expected {
  const given = new Map<string, ReadonlyMap<string, Given>>();
  const peopleOf = (workspace: string): ReadonlyMap<string, Given> => {
    const people = given.get(workspace) ?? givenIn(workspace, list, shape);
    given.set(workspace, people);
    return people;
  };
  const givenTo = ({ workspace, mail }: Place) => peopleOf(workspace).get(mail);
  const outsideOf = (workspace: SeedWorkspace): readonly Place[] => {
    const members = new Set(membersOf(workspace).map(({ mail }) => mail));
    return [...peopleOf(workspace.name).keys()]
      .filter((mail) => !members.has(mail))
      .map((mail) => ({ workspace: workspace.name, mail }));
  };
  const expected: Expected = {
    givenTo,
    access: (workspaces) =>
      new Map(
        workspaces.flatMap(({ name: workspace, members = [] }) =>
          members.flatMap(({ email, values: own = {} }) => {
            const row = givenTo({ workspace, mail: email });
            // Where nothing says which own values somebody should have, theirs stay.
            const isOwnGiven = row !== undefined && workspace === WITH_OWN_VALUES;
            const then = { groups: row?.groups ?? [], own: isOwnGiven ? row.own : own };
            return Object.entries(valuesIn(then, shape)).map(
              ([attribute, value]) => [`${workspace} ${email} ${attribute}`, [value]] as const,
            );
          }),
        ),
      ),
    memberships: (workspaces) =>
      workspaces
        .flatMap(membersOf)
        .flatMap((place) =>
          (givenTo(place)?.groups ?? []).map((group) => `${place.workspace}/${group}/${place.mail}`),
        )
        .sort(),
    outside: (workspaces) => workspaces.flatMap(outsideOf),
    notListed: (workspaces) =>
      [
        ...workspaces.flatMap(membersOf).map((place) => ({ ...place, invite: false })),
        ...workspaces.flatMap(invitedTo).map((place) => ({ ...place, invite: true })),
      ].filter((place) => place.mail !== ADMIN && givenTo(place) === undefined),
    differences(workspaces) {
      const found = workspaces.flatMap((workspace): [Place, readonly string[]][] => {
        const invited = new Set(invitedTo(workspace).map(({ mail }) => mail));
        const uninvited = outsideOf(workspace).filter(({ mail }) => !invited.has(mail));
        return [
          ...differencesOfMembers(workspace, givenTo),
          ...uninvited.map((place): [Place, readonly string[]] => [
            place,
            [`create ${place.workspace}/members/${place.mail}`],
          ]),
        ];
      });
      return new Map(
        found.filter(([, changes]) => changes.length > 0).map(([place, changes]) => [keyOf(place), changes]),
      );
    },
  };
  return expected;
}

function differencesOfMembers(
  { name: workspace, groups = [], members = [] }: SeedWorkspace,
  givenTo: Expected["givenTo"],
): readonly [Place, readonly string[]][] {
  return members.map(({ email, values: own = {} }) => {
    const place = { workspace, mail: email };
    const given = givenTo(place);
    const has = groups.filter((group) => group.members?.includes(email)).map(({ name }) => name);
    const should = given?.groups ?? [];
    const addressIn = (group: string) => `${workspace}/groups/${group}/members/${email}`;
    const changes = [
      ...should.filter((group) => !has.includes(group)).map((group) => `create ${addressIn(group)}`),
      ...has.filter((group) => !should.includes(group)).map((group) => `delete ${addressIn(group)}`),
    ];
    if (given === undefined || workspace !== WITH_OWN_VALUES) return [place, changes];
    for (const attribute of new Set([...Object.keys(own), ...Object.keys(given.own)])) {
      const [value, wanted] = [own[attribute], given.own[attribute]];
      if (value === wanted) continue;
      const action = value === undefined ? "create" : wanted === undefined ? "delete" : "update";
      changes.push(`${action} ${workspace}/members/${email}/values/${attribute}`);
    }
    return [place, changes];
  });
}
