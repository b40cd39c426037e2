import { startOptions } from '../../options/start.tsx';
import { browserGround } from '../../surface/browser-ground.ts';

const place = document.getElementById('options');
if (place) startOptions(place, await browserGround());
