// The messages of all catalogues use only what the page's small parser of skeletons understands.

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseDateTimeSkeleton, parseNumberSkeleton, parseNumberSkeletonFromString } from '../src/text/skeletons';

const FOLDER = resolve(import.meta.dirname, '../../src/lostcities/locales');

test('every skeleton in the catalogues is known', () => {
  const texts = readdirSync(FOLDER).filter((name) => name.endsWith('.json')).map((name) => readFileSync(resolve(FOLDER, name), 'utf-8'));
  const skeletons = texts.flatMap((text) => [...text.matchAll(/,\s*(number|date|time),\s*::([^}]+)\}/g)]);
  expect(skeletons.length).toBeGreaterThan(5);
  for (const [, kind, skeleton = ''] of skeletons) {
    expect(kind).toBe('number');
    expect(parseNumberSkeleton(parseNumberSkeletonFromString(skeleton.trim()))).toEqual({ useGrouping: false });
  }
});

test('another skeleton is an error that names it', () => {
  expect(() => parseNumberSkeleton(parseNumberSkeletonFromString('percent'))).toThrow('::percent');
  expect(() => parseDateTimeSkeleton('yMMMd')).toThrow('::yMMMd');
});
