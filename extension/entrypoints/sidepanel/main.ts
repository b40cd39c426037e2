import { startSide } from '../../side/start.tsx';
import { readBrowserEnvironment } from '../../surface/browser-environment.ts';

const place = document.getElementById('side');
if (place) startSide(place, await readBrowserEnvironment());
