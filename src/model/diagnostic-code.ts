/** The severity of a code, unless a finding has another one, and its title. */
type CodeRow = readonly [severity: "error" | "warning", title: string];

const titled = <Code extends string>(severity: CodeRow[0], titles: Readonly<Record<Code, string>>) => {
  const rows = Object.entries<string>(titles).map(([code, title]): [string, CodeRow] => [
    code,
    [severity, title],
  ]);
  return Object.fromEntries(rows) as Readonly<Record<Code, CodeRow>>; // one entry for each title
};

/**
 * Every diagnostic's stable code with its severity and the title of its page section in docs/troubleshooting.md. Codes are
 * words, never renumbered, and never reused for something else.
 */
export const DIAGNOSTIC_CODES = {
  ...titled("error", {
    // The file as text.
    "file-not-found": "A file or folder cannot be read",
    "file-empty": "The file is empty",
    "file-too-large": "A file that is too large, or stands for too much",
    "yaml-syntax": "The YAML cannot be parsed",
    "duplicate-key": "A mapping contains a key twice",
    // The file as a document of ours.
    "unknown-key": "A key that orgform does not know",
    "null-value": "A key without a value",
    "wrong-type": "A value of the wrong type",
    "missing-key": "A required key is missing",
    "invalid-value": "A value that is not allowed",
    "unknown-variable": "A variable that is not declared, or has no value",
    "unknown-template": "A template that does not exist, or extends itself",
    "duplicate-workspace": "A workspace in two files",
    "conflicting-setting": "Two files disagree about a setting",
    "duplicate-entry": "A person, a group or a precedence is given twice",
    "unknown-workspace": "A workspace that the file does not declare",
    "unknown-group": "A group that the file does not declare",
    "unknown-object": "An object that the data model does not have",
    "unknown-attribute": "An attribute that does not exist",
    "value-format": "A value that does not fit its data type",
    "reserved-attribute": "An attribute name with a special meaning",
    "all-users-limits": "A setting that the built-in group cannot have",
    tie: "Two groups with the same precedence set the same attribute",
    "expectation-failed": "An access expectation does not hold",
    // Lists of people.
    "list-damaged": "A damaged list of people",
    "list-outside": "A list of people outside the file's folder and repository",
    "list-too-short": "A list with too few people",
    "unknown-column": "A column that the list does not have",
    // The live organization.
    "wrong-organization": "The token belongs to another organization",
    "duplicate-live-name": "Two live things have one name",
    "changed-meanwhile": "Somebody else removed a value that people rely on",
    "workspace-not-visible": "A workspace that this token cannot see",
    "absent-by-other-name": "A workspace to archive has another name in the service",
    immutable: "A difference that cannot be changed in place",
    "missing-precedence": "A group cannot be created without a precedence",
    "rename-ambiguous": "A rename whose old and new names both exist",
    // Guards.
    "limit-delete": "More deletions than the limit allows",
    "limit-access": "More access than the limits allow",
    protected: "A protected thing would be deleted",
    "archive-unnamed": "An archive that was not allowed by name",
    "all-groups": "Every group of a workspace would be deleted",
    "last-admin": "The only organization admin would lose a group or a value",
    "own-user": "The token's own user would lose a group or a value",
    "fail-on": "A finding that --fail-on names",
    // The data model.
    "model-refused": "A data model that the query engine refuses",
    // The warehouse sign-in.
    "sign-in-setting": "A setting of the sign-in block that will be refused, or may not work",
    "sign-in-token": "A token that the warehouse would refuse",
    "sign-in-request": "The identity provider gave no token",
    // The command and the world.
    usage: "The command line cannot be understood",
    "token-missing": "No token was given",
    "snapshot-unusable": "A snapshot that orgform cannot use",
    "address-insecure": "An address that is not https",
    api: "The service refused or did not answer",
    "approval-stale": "The plan is no longer the one that was approved",
    output: "A file cannot be written",
    interrupted: "The run was interrupted",
    internal: "A defect in orgform",
  }),
  ...titled("warning", {
    // The file as a document of ours.
    "unknown-role": "A role that orgform does not know",
    "value-opens": "A value that hides no rows",
    "value-refused": "A value that row filters cannot read",
    "value-blanks": "A value with spaces around it",
    "look-alike": "Two names that look the same",
    "member-undeclared": "A person in a group who is not a member",
    "base-ahead": "A base that the branch does not contain",
    "new-file": "A file of which the base has nothing",
    "value-shadowed": "A value that is effective for nobody",
    "required-attribute": "Members without a value of a required attribute",
    "starts-open": "A new workspace whose members start without values",
    "arrives-open": "A person who arrives starts without a value",
    "arrives-wider": "A person who arrives starts with more than before",
    "invite-left-over": "A pending invite where people arrive by single sign-on",
    overridden: "An own value that the file does not list and that outranks a group of the file",
    "expectation-undecided": "An access expectation could not be decided",
    "more-diagnostics": "More findings than orgform shows",
    // Lists of people.
    "list-cut": "A list that may be cut off",
    "fits-nobody": "A condition that fits nobody, or a column that is empty",
    // The live organization.
    "service-warning": "A warning of the service",
    "role-unlimited": "A role that sees everything where the file gives another one",
    unsupported: "A difference that the API cannot change",
    "rename-hint": "A creation that looks like a rename, or like a slip",
    "shared-precedence": "Two groups share a precedence",
    "own-values-unread": "Own values of members were not read",
    "deny-undeclared": "The file does not say which value allows nothing",
    "deny-differs": "A value of All Users that deny does not name",
    // Guards.
    "protects-nothing": "A pattern of protect that matches nothing",
    // The data model.
    "model-unreadable": "A file of the data model cannot be read",
    "model-unread": "A part of the data model that orgform does not read",
    "model-access-key": "A key about access that the query engine does not read",
    "model-column-open": "A guarded field whose columns stand in fields that can be reached",
    "model-rows-open": "A view whose table another view shows without its filters",
    "model-duplicate": "Something that the data model defines more than once",
    "model-value-not-text": "A value of the data model that is not text",
    "model-filter-refused": "A row filter that the query engine cannot read",
    "model-ignored": "A file that the query engine does not read",
    "model-attribute-undeclared": "The data model uses an attribute that no workspace has",
    "model-attribute-unused": "An attribute that the data model does not use",
    "model-value-unused": "A value that no grant allows",
    "model-value-several": "A value with several entries, one of which a grant allows",
    "deny-allows": "A grant allows a value of deny",
    "model-open": "Members pass a grant because they have no value",
    // The roster.
    "check-mfa": "A member without multi-factor authentication",
    "check-email-domain": "A member whose e-mail domain is not listed",
    "check-email-unverified": "A member whose e-mail is not verified",
    "check-identity-provider": "A member whose identity provider is not listed",
    "check-invite-age": "An invite that nobody has accepted for a long time",
    "check-organization-admins": "Too many organization admins",
    // The warehouse sign-in.
    "sign-in-secret-expiry": "The client secret expires",
    "sign-in-drift": "The application differs from the file",
    // The command and the world.
    "another-account": "An address that belonged to another account before",
    "removal-left": "A removal that no later run would make",
  }),
};

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

/** The title of a code's page section. */
export const titleOf = (code: DiagnosticCode): string => DIAGNOSTIC_CODES[code][1];
