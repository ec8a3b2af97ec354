// A stand-in for the browser's storage, as far as the page uses it.

export class Shelf {
  private readonly kept = new Map<string, string>();

  get length(): number {
    return this.kept.size;
  }

  key(i: number): string | null {
    return [...this.kept.keys()][i] ?? null;
  }

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.kept.set(key, text);
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }
}
