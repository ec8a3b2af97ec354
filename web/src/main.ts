// Starts the page once its words have come.

import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './client/settings.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import './look/shapes.css';
import { speakFirst } from './text';

settings.apply();
await speakFirst();
mount(App, { target: document.getElementById('app')! });
