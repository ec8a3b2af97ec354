// To look at the roll & write game without a server: ?show=four chooses a sample, ?theme=dark and ?lang=fa how it looks. Never part of the built page.

import { mount } from 'svelte';
import '../look';
import { speak } from '../text';
import { firstSpoken } from '../text/languages';
import RollTable from './RollTable.svelte';

const wishes = new URLSearchParams(location.search);
const theme = wishes.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
await speak(firstSpoken([wishes.get('lang')]));
mount(RollTable, { target: document.body, props: { show: wishes.get('show') ?? 'four' } });
