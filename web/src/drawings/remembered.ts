// Drawings that are made once: a table shows the same cards again and again, and putting a picture together takes longer than finding it.

const made = new Map<string, string>();

export function remembered(key: string, draw: () => string): string {
  const found = made.get(key) ?? draw();
  made.set(key, found);
  return found;
}
