/** Takes one of our elements out of the page's layout; the returned function puts it back. */
export type Lift = () => () => void;

const LIFTS = Symbol.for('instrument-panel.lifts');

/** Those of all our elements in the page. The tester's script is another one in the same world, hence on its global. */
export function lifts(): Set<Lift> {
  const world = globalThis as unknown as Record<symbol, Set<Lift> | undefined>;
  world[LIFTS] ??= new Set();
  return world[LIFTS];
}

interface Scrolled {
  readonly box: Element;
  readonly top: number;
  readonly left: number;
}

/** Where the page is scrolled to, in boxes of which a part is scrolled away. */
const readScrolled = (): Scrolled[] =>
  [document.documentElement, ...document.querySelectorAll('body,body *')].flatMap((box) =>
    box.scrollTop !== 0 || box.scrollLeft !== 0 ? [{ box, top: box.scrollTop, left: box.scrollLeft }] : [],
  );

/** Takes all that stands in the page out of its layout at once. A box that has less to scroll meanwhile stays where it was. */
export function liftAll(): () => void {
  const all = [...lifts()];
  if (all.length === 0) return () => {};
  const scrolled = readScrolled();
  const lowers = all.map((lift) => lift());
  return () => {
    for (const lower of lowers) lower();
    for (const { box, top, left } of scrolled) {
      if (box.scrollTop !== top) box.scrollTop = top;
      if (box.scrollLeft !== left) box.scrollLeft = left;
    }
  };
}
