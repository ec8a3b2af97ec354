// The board game's view over sample positions: ?sample=3-late, ?pick=3, ?show=result, ?theme=dark, ?lang=fa. Never part of the built page.

import { mount } from 'svelte';
import '../../look';
import { speak } from '../../text';
import { firstSpoken } from '../../text/languages';
import Story from './Story.svelte';

const wishes = new URLSearchParams(location.search);
const theme = wishes.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
await speak(firstSpoken([wishes.get('lang')]));
mount(Story, { target: document.body, props: { sample: wishes.get('sample') ?? '3-late', show: wishes.get('show') ?? 'table', assist: wishes.get('assist') === 'open' ? 'open' : 'table' } });
