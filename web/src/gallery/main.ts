// The gallery's entry: ?theme=dark, ?lang=fa and ?show=cards choose what is looked at. Never part of the built page.

import { mount } from 'svelte';
import '../look';
import { speak } from '../text';
import { firstSpoken } from '../text/languages';
import Gallery from './Gallery.svelte';

const wishes = new URLSearchParams(location.search);
const theme = wishes.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
await speak(firstSpoken([wishes.get('lang')]));
mount(Gallery, { target: document.body, props: { show: wishes.get('show') } });
