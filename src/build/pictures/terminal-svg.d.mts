export function terminalSvg(
  output: string,
  options: { readonly columns: number; readonly label: string },
): string;
