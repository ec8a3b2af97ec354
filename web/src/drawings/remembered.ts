// Caches drawings: a table shows the same cards again and again, and looking a picture up is faster than making it.

const made = new Map<string, string>();

export function remembered(key: string, draw: () => string): string {
  const found = made.get(key) ?? draw();
  made.set(key, found);
  return found;
}
