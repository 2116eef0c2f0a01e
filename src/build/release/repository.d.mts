export interface RepositoryFields {
  readonly repository: { readonly type: "git"; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}
export function repositoryFields(address: string | undefined): RepositoryFields;
export function repositoryOfWorkflow(env: Readonly<Record<string, string | undefined>>): string | undefined;
