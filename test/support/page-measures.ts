// Scripts that measure a page in a browser.

/** The elements that stick out of the page, or hide a part of what they hold. */
export const BEYOND = `[...document.querySelectorAll("main *, header *, footer *")]
  .filter((part) => !part.matches(".sr, .sr *, svg *, thead *, thead, option, select"))
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 ||
    (getComputedStyle(part).overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1))
  .map((part) => part.outerHTML.slice(0, 200))`;

/** The words that stand on two lines: names with hyphens are one, addresses are broken at their signs. */
export const BROKEN_WORDS = `(() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest(".sr") !== null) continue;
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}_-]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;
