// Evaluated in a page: its background, and the text that stands out least from what is behind it (WCAG 2.2, 1.4.3).
(() => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const linear = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  let worst = { ratio: 21, text: "" };
  for (const element of document.querySelectorAll("body *:not(script)")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own
      .map((node) => node.textContent)
      .join("")
      .trim();
    if (text === "" || element.closest("svg, [hidden]")) continue;
    const pair = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < worst.ratio) worst = { ratio, text: `${element.tagName} ${text.slice(0, 40)}` };
  }
  return { background: backgroundOf(document.body), ...worst };
})();
