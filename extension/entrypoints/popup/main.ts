import { startPopup } from '../../popup/start.tsx';
import { browserGround } from '../../surface/browser-ground.ts';

const place = document.getElementById('popup');
if (place) startPopup(place, await browserGround());
