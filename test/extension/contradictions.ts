import type { Change, Sighting } from './sighting.ts';

/** Between frames of two origins. */
export interface Contradictions {
  readonly sightings: readonly Sighting[];
  /** Milliseconds of the longest time for which the chart still showed whom the header no longer said. */
  readonly longest: number;
}

/**
 * Whom the chart's frame shows and whom the header's frame says, where neither can see the other: what they told is
 * put in the order of time. From one to the other a word goes through the background, which takes as long as the
 * browser's processes take; `most` is how many milliseconds that may be.
 *
 * @param changes of the frames of one tab, which are named `header` and `chart`
 * @param end until when they were told, in milliseconds since the epoch
 */
export function contradictions(changes: readonly Change[], end: number, most: number): Contradictions {
  const sightings: Sighting[] = [];
  let longest = 0;
  let said: readonly string[] = [];
  let shown: readonly string[] = [];
  let since: number | null = null;
  let begun: readonly string[] = [];
  const close = (at: number, where: string): void => {
    if (since === null) return;
    longest = Math.max(longest, at - since);
    if (at - since > most) {
      const texts = [`${at - since} ms`];
      sightings.push({ when: 'painted', against: 'cross', where, shown: begun, said, at: since, texts });
    }
    since = null;
  };
  for (const change of changes.toSorted((one, other) => one.at - other.at)) {
    if (change.frame === 'header') said = change.said;
    else if (change.frame === 'chart') shown = change.shown;
    else continue;
    const isWrong = shown.length > 0 && (said.length === 0 || said.some((one) => !shown.includes(one)));
    if (!isWrong) close(change.at, change.where);
    else if (since === null) {
      since = change.at;
      begun = shown;
    }
  }
  close(end, '');
  return { sightings, longest };
}
