import { readBrowserEnvironment } from '../surface/browser-environment.ts';
import { startSide } from './side.tsx';

const place = document.getElementById('side');
if (place) startSide(place, await readBrowserEnvironment());
