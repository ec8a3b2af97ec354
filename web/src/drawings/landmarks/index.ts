// All landmarks by colour. They are large, so only tables import them, never the home page.

import type { CardColor } from '../palettes';
import { desert } from './desert';
import { himalaya } from './himalaya';
import type { Landmarks } from './landmark';
import { rainforest } from './rainforest';
import { ruins } from './ruins';
import { sea } from './sea';
import { volcano } from './volcano';

export const LANDMARKS: Record<CardColor, Landmarks> = { Y: desert, B: sea, W: himalaya, G: rainforest, R: volcano, P: ruins };
