import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "@actions/http-client";

const PER_PAGE = 100;
const TIMEOUT_MS = 30_000;
/** Answers of the kind "later" are waited for this often and this long; what is left of the job's time is its own. */
const TRIES = 4;
const LONGEST_WAIT_S = 120;

/** An answer that is not a success. Holds the service's own message, never a header. */
export class GithubError extends Error {
  constructor(method, path, status, message) {
    super(`${method} ${path}: ${status} ${message}`);
    this.status = status;
  }
}

/**
 * As much of GitHub's API as the action needs, within one repository. The token goes to `apiUrl` and nowhere else. A
 * read is tried again after a failure of the service; a write only where it was refused for its pace, and so not done.
 */
export function openGithub({ apiUrl, repository, token }) {
  const http = new HttpClient("orgform-action", [], {
    allowRedirects: false,
    allowRetries: true,
    maxRetries: 3,
    socketTimeout: TIMEOUT_MS,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "x-github-api-version": "2022-11-28",
    },
  });

  async function call(method, path, body) {
    const url = `${apiUrl}/repos/${repository}/${path}`;
    const json = body === undefined ? null : JSON.stringify(body);
    for (let attempt = 1; ; attempt += 1) {
      const response = await http.request(method, url, json, {
        ...(body && { "content-type": "application/json" }),
      });
      const text = await response.readBody();
      const { statusCode: status, headers } = response.message;
      if (status >= 200 && status < 300) return text === "" ? undefined : JSON.parse(text);
      const wait = attempt < TRIES ? secondsToWait(status, headers) : undefined;
      if (wait === undefined) throw new GithubError(method, path, status, messageOf(text));
      await sleep(wait * 1000);
    }
  }

  return {
    post: (path, body) => call("POST", path, body),
    patch: (path, body) => call("PATCH", path, body),

    /** What is gone already counts as deleted: an answer that was lost is followed by a second try. */
    async delete(path) {
      try {
        await call("DELETE", path);
      } catch (error) {
        if (error.status !== 404) throw error;
      }
    },

    /** One thing, or undefined where there is none. */
    async find(path) {
      try {
        return await call("GET", path);
      } catch (error) {
        if (error.status !== 404) throw error;
        return undefined;
      }
    },

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

/**
 * How long GitHub asks to wait before a request that it refused for its pace; undefined for any other refusal.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function secondsToWait(status, headers) {
  if (status !== 403 && status !== 429) return undefined;
  const after = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(after)) return after <= LONGEST_WAIT_S ? after : undefined;
  if (headers["x-ratelimit-remaining"] !== "0") return undefined;
  const wait = Math.max(0, Math.ceil(Number(headers["x-ratelimit-reset"]) - Date.now() / 1000));
  return wait <= LONGEST_WAIT_S ? wait : undefined;
}

function messageOf(text) {
  try {
    return String(JSON.parse(text).message ?? "").slice(0, 200);
  } catch {
    return "";
  }
}
