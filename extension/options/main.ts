import { readBrowserEnvironment } from '../surface/browser-environment.ts';
import { startOptions } from './options.tsx';

const place = document.getElementById('options');
if (place) startOptions(place, await readBrowserEnvironment());
