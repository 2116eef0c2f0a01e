/** The labels that are the action's to add and to remove. */
export const LABELS = ["no-changes", "changes", "removes", "changes-rules", "opens-access"];

/** Gives the pull request those of our labels that are wanted and takes the others away. */
export async function setLabels(github, number, wanted) {
  const present = (await github.list(`issues/${number}/labels`)).map(({ name }) => name);
  const missing = wanted.filter((name) => !present.includes(name));
  if (missing.length > 0) await github.post(`issues/${number}/labels`, { labels: missing });
  for (const name of LABELS) {
    if (present.includes(name) && !wanted.includes(name))
      await github.delete(`issues/${number}/labels/${encodeURIComponent(name)}`);
  }
}
