/** A company whose people come from an export of its HR system; each slip changes one thing in the file or in the list. */
export const COMPANY_FILE = `version: 1
organization: {id: org_nordwind, name: Nordwind}
people:
  file: people.csv
  email: E-Mail-Adresse
  delimiter: ";"
  only: {Status: aktiv}
  at_least: 6
protect: ["vertrieb/groups/All Users/**"]
workspaces:
  vertrieb:
    people:
      where: {Abteilung: [Vertrieb, Controlling, Einkauf]}
      role: view
    attributes:
      land: {data_type: string, label: Land, required: true, deny: no-access}
    groups:
      All Users:
        values: {land: no-access}
      Controlling:
        values: {land: "DE,FR"}
        members:
          where: {Abteilung: Controlling}
      Deutschland:
        values: {land: DE}
        members:
          where: {Land: DE}
      Frankreich:
        values: {land: FR}
        members:
          where: {Land: FR}
    precedence_order: [Controlling, Deutschland, Frankreich]
expect:
  - {workspace: vertrieb, member: anna.mueller@nordwind.example, attribute: land, is: DE}
`;

/** The export: seven people, of whom one has left. */
export const COMPANY_LIST = `E-Mail-Adresse;Name;Abteilung;Land;Status
anna.mueller@nordwind.example;Müller, Anna;Vertrieb;DE;aktiv
ben.koch@nordwind.example;Koch, Ben;Vertrieb;DE;aktiv
chloe.petit@nordwind.example;Petit, Chloé;Vertrieb;FR;aktiv
dora.lang@nordwind.example;Lang, Dora;Controlling;DE;aktiv
emil.wolf@nordwind.example;Wolf, Emil;Einkauf;DE;aktiv
f.weiss@nordwind.example;Schwarz, Finn;Einkauf;FR;aktiv
gina.roth@nordwind.example;Roth, Gina;Vertrieb;DE;ausgeschieden
`;

/** A text, and what stands in its place. */
export type Change = readonly [written: string, instead: string];

/** What somebody typed or wrote in the company, and the first message: what is wrong, where, and the way out. */
export interface CompanySlip {
  readonly what: string;
  /** Texts of the file, each with what stands in its place. */
  readonly file?: readonly Change[];
  /** The same in the list; or the bytes of another list. */
  readonly list?: Change | ((list: string) => string | Uint8Array);
  /** The command line; `validate` where nothing else is said. */
  readonly line?: string;
  readonly says: RegExp;
  /** 1 where nothing else is said. */
  readonly exitCode?: number;
}
