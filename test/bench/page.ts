import type { Mount } from './contender.ts';
import { courseOf, SIZE } from './course.ts';

declare global {
  /** Mounts of the contenders by name; each bundle adds its own. */
  var contenders: Record<string, Mount>;
  /** Mounts a contender `times` times, a frame after each, and gives when all is done. */
  var sample: (name: string, answers: number, times: number) => Promise<void>;
  /** Takes down what the last sample left. */
  var clear: () => void | Promise<void>;
}

const undo: (() => void)[] = [];
// Two frames: the first draws what was mounted, and the second says that it has been drawn.
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
const courses = new Map<number, ReturnType<typeof courseOf>>();

/** Puts what the runner calls into the page. */
export function install(): void {
  globalThis.contenders ??= {};
  globalThis.contenders.nothing = () => () => {};
  globalThis.sample = async (name, answers, times) => {
    const mount = globalThis.contenders[name];
    if (!mount) throw new Error(`No contender is called ${name}.`);
    const course = courses.get(answers) ?? courseOf(answers);
    courses.set(answers, course);
    for (let time = 0; time < times; time++) {
      const host = document.createElement('div');
      host.style.width = `${SIZE.width}px`;
      host.style.minHeight = `${SIZE.height}px`;
      document.body.replaceChildren(host);
      undo.push(mount(host, course));
      await drawn();
    }
  };
  globalThis.clear = () => {
    document.body.replaceChildren();
    for (const one of undo.splice(0)) one();
  };
}
