/** The first few names within a sentence, and how many more there are: `ada, bob and 3 more`. */
export function nameList(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
