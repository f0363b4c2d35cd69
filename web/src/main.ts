/// Where the client begins.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { router } from './route.svelte';
import { net } from './state/net.svelte';
import { prefs } from './state/prefs.svelte';

prefs.start();
net.start();
router.start();
mount(App, { target: document.getElementById('app')! });
