// Mixes two colours written as #RRGGBB.

const channels = (color: string): number[] => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));

/** Mixes `share` (0 to 1) of the second colour into the first. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => Math.round(value * (1 - share) + (other[index] ?? 0) * share));
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('');
}
