import type { Problem } from '../intents/port.ts';
import type { Heard, SiteCore, SiteHandle } from './handle.ts';

interface Question {
  readonly epoch: string | null;
  resolve(value: unknown): void;
  reject(why: unknown): void;
  /** Nobody waits for it any more. */
  settle(): void;
}

const errorOf = (problem: Problem): Error => Object.assign(new Error(problem.code), { problem });
/** What is thrown where the background did not answer. */
const unanswered = (code: 'stale' | 'lost', isOutcomeUnknown = false): Error =>
  errorOf({ code, status: null, traceId: null, isOutcomeUnknown });

/** What the panels' code takes from the script of a site, which keeps no questions itself. */
export function handleOf(core: SiteCore): SiteHandle {
  const waiting = new Map<number, Question>();
  let last = 0;

  const take = (id: number): Question | undefined => {
    const question = waiting.get(id);
    waiting.delete(id);
    question?.settle();
    return question;
  };
  function hear(heard: Heard): void {
    if (heard.type === 'answer') take(heard.id)?.resolve(heard.value);
    else if (heard.type === 'refusal') take(heard.id)?.reject(errorOf(heard.problem));
    else {
      for (const [id, { epoch }] of waiting) {
        // What is asked of a list belongs to no epoch. What was asked may have been done all the same.
        if (epoch !== null || heard.type === 'lost') take(id)?.reject(unanswered(heard.type, true));
      }
    }
  }
  return {
    get rules() {
      return core.rules;
    },
    attach: (panels) => core.attach(panels, hear),
    ask: (epoch, intent, input, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (epoch !== null && epoch !== core.epoch()) throw unanswered('stale');
        const id = ++last;
        if (!core.send({ type: 'ask', id, epoch, intent, input })) throw unanswered('lost');
        const drop = (): void => {
          if (take(id)) core.send({ type: 'drop', id });
          reject(signal.reason);
        };
        // The signal is of a patient who may be shown all day, and would keep every answer.
        const settle = () => signal.removeEventListener('abort', drop);
        waiting.set(id, { epoch, resolve, reject, settle });
        signal.addEventListener('abort', drop, { once: true });
      }),
    read: (sources, within) => core.read(sources, within),
    own: (element) => core.own(element),
    here: () => core.here(),
  };
}
