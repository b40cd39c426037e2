import { readBrowserEnvironment } from '../surface/browser-environment.ts';
import { startPopup } from './popup.tsx';

const place = document.getElementById('popup');
if (place) startPopup(place, await readBrowserEnvironment());
