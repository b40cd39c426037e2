import type { Spot } from '../../site/handle.ts';
import type { PanelSpeech } from '../speech.ts';
import { chartPanelStyles } from '../styles.ts';
import { createHost } from './host.ts';
import { mountAt } from './mount.ts';
import { schemeAt } from './scheme.ts';

/** Event that another version of the extension, in the same page, shows a panel again. It names no patient. */
const BACK = 'instrument-panel-back';

/** Takes away what {@link leaveOrphan} of an earlier version left in this page. */
export const replaceOrphans = (): void => void document.dispatchEvent(new Event(BACK));

function paragraph(text: string): HTMLParagraphElement {
  const said = document.createElement('p');
  said.textContent = text;
  return said;
}

/**
 * Leaves a sentence where a panel stood whose extension is another by now, and nothing of a patient. It goes once the
 * next version shows a panel; where something was being sent, that is said too, and stays until somebody has seen it.
 */
export function leaveOrphan(spot: Spot, { chart, lang }: PanelSpeech, isUnderWay: boolean): void {
  const { element, root } = createHost('block', chartPanelStyles);
  const wrap = document.createElement('div');
  wrap.className = 'wrap';
  wrap.dir = 'ltr';
  const box = document.createElement('div');
  box.className = 'orphan';
  box.lang = lang;
  box.setAttribute('role', isUnderWay ? 'alert' : 'status');
  const updated = paragraph(chart.orphaned);
  box.append(updated);
  wrap.append(box);
  root.append(wrap);
  const outer = mountAt(spot, element);
  if (element.parentElement) wrap.style.colorScheme = schemeAt(element.parentElement);
  document.addEventListener(BACK, () => (isUnderWay ? updated : outer).remove(), { once: true });
  if (!isUnderWay) return;
  const seen = document.createElement('button');
  seen.type = 'button';
  seen.textContent = chart.orphanedSeen;
  seen.addEventListener('click', () => outer.remove());
  box.append(paragraph(chart.orphanedUnderWay), seen);
}
