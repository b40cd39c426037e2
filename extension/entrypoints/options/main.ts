import { startOptions } from '../../options/options.tsx';
import { readBrowserEnvironment } from '../../surface/browser-environment.ts';

const place = document.getElementById('options');
if (place) startOptions(place, await readBrowserEnvironment());
