/**
 * Makes a function that runs work once all that had reached this machine by now was read. The first step may end a turn whose
 * reads were chosen before the work was given, so it is run after the second; one pair of steps serves all of a turn.
 */
export function createAfterReads(): (work: () => void) => void {
  let fresh: (() => void)[] = [];
  let ripe: (() => void)[] = [];
  let isSet = false;
  function step(): void {
    const all = ripe;
    ripe = fresh;
    fresh = [];
    isSet = ripe.length > 0;
    if (isSet) setImmediate(step);
    for (const work of all) work();
  }
  return (work) => {
    fresh.push(work);
    if (isSet) return;
    isSet = true;
    setImmediate(step);
  };
}
