/** The page of frames: sends each frame to the chosen patient. They arrive in the order in which the server answers. */
import { byId } from './templates.js';

const frames = byId('frames');
const failed = byId('frames-failed');
const { chartOrigin } = frames.dataset;

function frame(name: string): HTMLIFrameElement {
  const found = frames.querySelector<HTMLIFrameElement>(`iframe[name="${name}"]`);
  if (!found) throw new Error(`There is no frame ${name}.`);
  return found;
}

let chosen = 0;

async function open(record: string): Promise<void> {
  chosen += 1;
  const mine = chosen;
  const origin = chartOrigin === '' ? 'own' : 'other';
  const response = await fetch(`/framed/open?patient=${encodeURIComponent(record)}&origin=${origin}`);
  if (mine !== chosen) return;
  failed.hidden = response.ok;
  if (!response.ok) return;
  const { header, chart }: { header: string; chart: string } = await response.json();
  if (mine !== chosen) return;
  const before = frame('header').getAttribute('src') ?? '';
  // What was open before stays loaded in a frame that nobody sees.
  if (before.includes('patient=')) frame('earlier').src = before;
  frame('header').src = header;
  frame('chart').src = chart;
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== frame('navigation').contentWindow) return;
  if (typeof data?.open !== 'string') return;
  open(data.open).catch(() => {
    failed.hidden = false;
  });
});
