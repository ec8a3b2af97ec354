// Starts the page once its texts and fonts are loaded.

import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './client/router.svelte';
import { idle } from './client/idle';
import { settings } from './client/settings.svelte';
import { lobby } from './home/lobby.svelte';
import './look/fonts.css';
import { fontsFor } from './look/fonts';
import './look/tokens.css';
import './look/base.css';
import './look/shapes.css';
import { LANGUAGES, firstLanguage, speakFirst } from './text';

settings.apply();
if (router.route.page === 'home') lobby.expect();
const language = firstLanguage();
await Promise.all([speakFirst(language), fontsFor(LANGUAGES[language].letters)]);
mount(App, { target: document.getElementById('app')! });
void idle().then(async () => (await import('./client/worker')).installWorker());
