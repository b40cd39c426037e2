import { startSide } from '../../side/start.tsx';
import { browserGround } from '../../surface/browser-ground.ts';

const place = document.getElementById('side');
if (place) startSide(place, await browserGround());
