import { startPopup } from '../../popup/popup.tsx';
import { readBrowserEnvironment } from '../../surface/browser-environment.ts';

const place = document.getElementById('popup');
if (place) startPopup(place, await readBrowserEnvironment());
