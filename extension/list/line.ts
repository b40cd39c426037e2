import { createHost } from '../panel/frame/host.ts';
import { liftAll } from '../panel/frame/lift.ts';
import { putAt } from '../panel/frame/mount.ts';
import type { PlaceFault } from '../site/facts.ts';
import type { Spot } from '../site/handle.ts';

/** Property of a mark's host: how wide it may be. */
export const ROOM = '--_room';

/** CSS pixels: as high as a line of small text, and with room for the sign of risk and a score. */
const HEIGHT_PX = 18;
const WIDTH_MIN_PX = 48;
/** CSS pixels by which a row may be higher with a mark: rounding. */
const HIGHER_PX = 1;

/**
 * A mark is in the row's line without making it higher: to the line it is a pixel high, and centred in it. Above the
 * row's own text it lies over nothing, since it stands beside that.
 */
export const lineStyles = `
:host{vertical-align:middle!important;block-size:${HEIGHT_PX}px!important;margin-block:${(1 - HEIGHT_PX) / 2}px!important;max-inline-size:var(${ROOM},100%)!important}
:host([data-lifted]){display:none!important}
`;

/**
 * Says how marks would stand at a place of a row, by a box as wide as the least that a mark says: `pushes` with the
 * pixels by which the row is higher, `narrow` with the room there is for it.
 */
export function judgeRowPlace(row: Element, spot: Spot): PlaceFault | null {
  const { element, root } = createHost('inline-block', `${lineStyles}div{inline-size:${WIDTH_MIN_PX}px}`);
  root.append(document.createElement('div'));
  const lower = liftAll();
  const before = row.getBoundingClientRect().height;
  const outer = putAt(spot, element);
  const higher = row.getBoundingClientRect().height - before;
  const { left } = element.getBoundingClientRect();
  const end = element.parentElement?.getBoundingClientRect().right ?? left;
  outer.remove();
  lower();
  if (higher > HIGHER_PX) return { why: 'pushes', measure: Math.round(higher) };
  const room = Math.max(0, Math.round(end - left));
  return room < WIDTH_MIN_PX - 1 ? { why: 'narrow', measure: room } : null;
}
