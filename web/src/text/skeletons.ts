// Stands in for the number and date skeletons of ICU messages (`{turn, number, ::group-off}`), of which the catalogues use a single one.
// The library for all of them would be a twentieth of the first page; vite.config.ts puts this file in its place.

interface Token {
  stem: string;
}

export const parseNumberSkeletonFromString = (skeleton: string): Token[] => skeleton.split(/\s+/).map((stem) => ({ stem, options: [] }));

export function parseNumberSkeleton(tokens: readonly Token[]): Intl.NumberFormatOptions {
  const other = tokens.find(({ stem }) => stem !== 'group-off');
  if (other) throw new Error(`messages may write numbers with ::group-off, but not with ::${other.stem}`);
  return { useGrouping: false };
}

export function parseDateTimeSkeleton(skeleton: string): never {
  throw new Error(`messages don't write dates, as ::${skeleton} would`);
}
