import { namesInAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import {
  ACTION_SIGNS,
  type FieldChange,
  fieldChanges,
  KIND_NOUNS,
  nameText,
  placeText,
  reasonText,
} from "../words/labels.js";
import { type Card, NAMES } from "../words/section.js";
import { badge, breakable, type Html, html, kindOf, nothing, proseHtml } from "./html.js";

/** People with what changes for them: who, the values with the former ones struck, the verdict, and why. */
export function cardHtml({ people, counted, workspace, values, verdicts, why }: Card): Html {
  const names = html`${people.map((name, i) => html`<span class="name">${breakable(name)}${i === people.length - 1 ? "" : ","}</span> `)}`;
  const isOpened = verdicts.some(({ tone }) => tone === "opened");
  const who =
    counted === undefined
      ? html`<b>${names}</b>`
      : people.length > NAMES && !isOpened
        ? html`<details><summary><b>${counted}</b></summary><span class="soft">${names}</span></details>`
        : html`<b>${counted}</b><div class="soft">${names}</div>`;
  return html`<div class="who" data-row${kindOf(verdicts.map(({ text }) => text).join("|"))}><div>${who}${workspace === undefined ? nothing : html`<div class="soft">${breakable(workspace)}</div>`}</div><div class="vals">${values.map(
    ({ name, ...value }) => html`<div class="val"><i>${name}</i>${chips(value)}</div>`,
  )}</div><div class="right">${verdicts.map(({ text, tone }) => badge(text, tone))}</div>${
    why.length === 0 ? nothing : html`<div class="why">${breakable(why.join(" · "))}</div>`
  }</div>
`;
}

/** A value, with the former one struck before it. */
const chips = ({ before, after }: Pick<FieldChange, "before" | "after">): Html =>
  html`${before === undefined ? nothing : html`<s>${breakable(before)}</s> <span class="to">→</span> `}<code>${breakable(after)}</code>`;

/** The changes of a workspace as a tree: what is in a group, or is somebody's, is below its name. */
export function changeTree(changes: readonly ResourceChange[]): Html {
  const owners = groupBy(changes, ({ address }) => ownerOf(address));
  const isHead = ({ address }: ResourceChange): boolean => namesInAddress(address).owner === undefined;
  return html`<ul class="tree">${[...owners].map(([owner, own]) => {
    const heads = own.filter(isHead).map((change) => changeHtml(change, "head"));
    const below = own.filter((change) => !isHead(change)).map((change) => changeHtml(change, "in"));
    const title = html`<li><span></span><b>${breakable(owner)}</b><span></span></li>
`;
    return html`${heads.length === 0 ? title : heads}${below}`;
  })}</ul>
`;
}

/** The group or person that a change is about: `group Sales West`. */
function ownerOf(address: string): string {
  const { collection, owner, name } = namesInAddress(address);
  return `${OWNERS[collection ?? ""] ?? collection ?? "workspace"} ${nameText(owner ?? name)}`;
}

/** One of each list of a workspace. */
const OWNERS: Readonly<Record<string, string>> = {
  attributes: "attribute",
  groups: "group",
  members: "member",
};

function changeHtml(change: ResourceChange, at: "head" | "in"): Html {
  const { address, previous_address, type } = change;
  const [action] = change.change.actions;
  const { held, name } = namesInAddress(address);
  const fields = fieldChanges(change).map(
    ({ name: field, ...value }) => html` ${field === "" ? "" : `${field} `}${chips(value)}`,
  );
  const former =
    previous_address === undefined
      ? nothing
      : html`<s>${nameText(namesInAddress(previous_address).name)}</s> <span class="to">→</span> `;
  const what =
    at === "head"
      ? html`<b>${KIND_NOUNS[type][0]} ${former}${breakable(nameText(name))}</b>`
      : html`${held === "members" ? "member " : ""}${breakable(nameText(name))}`;
  const reason = reasonText(change);
  const place = placeText(change);
  const word = WORDS[action];
  return html`<li data-row${kindOf(word)}><span class="sym ${action}" title="${word}">${ACTION_SIGNS[action].replace("-", "\u2212")}</span><span${at === "in" ? html` class="in"` : nothing}><span class="sr">${word}: </span>${what}${fields}${
    reason === "" ? nothing : html` <span class="soft">${proseHtml(reason)}</span>`
  }</span><span class="place">${place === "" ? nothing : breakable(visibleName(place))}</span></li>
`;
}

const WORDS = { create: "to add", update: "to change", delete: "to remove", "no-op": "" } as const;
