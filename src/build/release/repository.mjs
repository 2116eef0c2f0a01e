/**
 * The fields of package.json that follow from where the repository is, such as https://github.com/OWNER/NAME. It stands
 * in no file: the release takes it from the repository that it runs in, and npm's provenance compares the two. Throws
 * where there is none.
 */
export function repositoryFields(address) {
  if (!/^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(address ?? ""))
    throw new Error(
      `no address of the repository: ${JSON.stringify(address ?? "")}. Set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as GitHub does`,
    );
  return {
    repository: { type: "git", url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** The address in a workflow's environment; undefined outside of one. */
export function repositoryOfWorkflow({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  return server && name ? `${server}/${name}` : undefined;
}
