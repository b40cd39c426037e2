import type { Mount, Mounted } from './contender.ts';
import { courseOf, SIZE } from './course.ts';

declare global {
  /** Mounts of the contenders by name; each bundle adds its own. */
  var contenders: Record<string, Mount>;
  /** Mounts a contender `times` times, a frame after each, and gives when all is done. */
  var sample: (name: string, answers: number, times: number) => Promise<void>;
  /** Makes the courses that {@link append} shows. */
  var prepare: (answers: number, times: number) => void;
  /** Shows `times` courses after the first of `answers`, each an answer longer than the one before, a frame after each. */
  var append: (answers: number, times: number) => Promise<void>;
  /** Edges of what was drawn last, CSS pixels of the viewport. */
  var plotBox: () => { left: number; right: number; middle: number };
  /** Takes down what the last sample left. */
  var clear: () => void | Promise<void>;
}

const mounted: Mounted[] = [];
// Two frames: the first draws what was mounted, and the second says that it has been drawn.
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
const courses = new Map<number, ReturnType<typeof courseOf>>();
function courseWith(answers: number): ReturnType<typeof courseOf> {
  const course = courses.get(answers) ?? courseOf(answers);
  courses.set(answers, course);
  return course;
}

/** Puts what the runner calls into the page. */
export function install(): void {
  globalThis.contenders ??= {};
  globalThis.contenders.nothing = () => ({ end: () => {}, append: () => {} });
  globalThis.sample = async (name, answers, times) => {
    const mount = globalThis.contenders[name];
    if (!mount) throw new Error(`No contender is called ${name}.`);
    const course = courseWith(answers);
    for (let time = 0; time < times; time++) {
      const host = document.createElement('div');
      host.style.width = `${SIZE.width}px`;
      host.style.minHeight = `${SIZE.height}px`;
      document.body.replaceChildren(host);
      mounted.push(mount(host, course));
      await drawn();
    }
  };
  globalThis.prepare = (answers, times) => {
    for (let time = 1; time <= times; time++) courseWith(answers + time);
  };
  globalThis.append = async (answers, times) => {
    for (let time = 1; time <= times; time++) {
      mounted.at(-1)?.append?.(courseWith(answers + time));
      await drawn();
    }
  };
  globalThis.plotBox = () => {
    const host = document.body.firstElementChild;
    const root = host?.shadowRoot ?? host?.firstElementChild?.shadowRoot ?? host;
    const plot = root?.querySelector('.u-over, svg') ?? host;
    const { left, right, top, bottom } = plot?.getBoundingClientRect() ?? new DOMRect();
    return { left, right, middle: (top + bottom) / 2 };
  };
  globalThis.clear = () => {
    document.body.replaceChildren();
    for (const { end } of mounted.splice(0)) end();
  };
}
