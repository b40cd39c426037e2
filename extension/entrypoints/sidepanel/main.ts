import { startSide } from '../../side/side.tsx';
import { readBrowserEnvironment } from '../../surface/browser-environment.ts';

const place = document.getElementById('side');
if (place) startSide(place, await readBrowserEnvironment());
