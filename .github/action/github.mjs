const PER_PAGE = 100;
const TIMEOUT_MS = 30_000;

/** An answer that is not a success. Holds the service's own message, never a header. */
export class GithubError extends Error {
  constructor(method, path, status, message) {
    super(`${method} ${path}: ${status} ${message}`);
    this.status = status;
  }
}

/** As much of GitHub's API as the action needs, within one repository. The token goes to `apiUrl` and nowhere else. */
export function openGithub({ apiUrl, repository, token }) {
  async function call(method, path, body) {
    const response = await fetch(`${apiUrl}/repos/${repository}/${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "orgform-action",
        "x-github-api-version": "2022-11-28",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new GithubError(method, path, response.status, messageOf(text));
    return text === "" ? undefined : JSON.parse(text);
  }

  return {
    post: (path, body) => call("POST", path, body),
    patch: (path, body) => call("PATCH", path, body),
    delete: (path) => call("DELETE", path),

    /** Every row of a list, over all of its pages: half a list would make a second comment. */
    async list(path) {
      const rows = [];
      for (let page = 1; ; page += 1) {
        const more = await call(
          "GET",
          `${path}${path.includes("?") ? "&" : "?"}per_page=${PER_PAGE}&page=${page}`,
        );
        rows.push(...more);
        if (more.length < PER_PAGE) return rows;
      }
    },
  };
}

function messageOf(text) {
  try {
    return String(JSON.parse(text).message ?? "").slice(0, 200);
  } catch {
    return "";
  }
}
