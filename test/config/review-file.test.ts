import { expect, it } from "vitest";
import { readReviewFile } from "../../src/config/review/review-file.js";

it.each([
  ["very many columns", `a${",".repeat(100_000)}\n`, "more than 1,000 columns"],
  ["very many columns behind a line break", `"a\nb"${",".repeat(100_000)}\n`, "more than 1,000 columns"],
  [
    "very many cells",
    `${Array.from({ length: 900 }, (_, i) => `c${i}`)}\n${`${",".repeat(899)}\n`.repeat(5_600)}`,
    "more than 5,000,000 cells",
  ],
  ["very many rows of other cells", `a,b\n${"1\n".repeat(400_000)}`, "10,000 rows or more"],
])("a review that came back is bounded: %s", (_, text, says) => {
  const read = readReviewFile(text);
  expect("problem" in read ? read.problem : "").toContain(says);
});

it("rows of a review may lack cells at their end", () => {
  const read = readReviewFile("a,b\n1\n2,3\n");
  expect("rows" in read ? read.rows.map(({ cells }) => cells.b) : []).toEqual(["", "3"]);
});
