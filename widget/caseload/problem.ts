import { WORKER_FAILED } from '@instrument-panel/shared/caseload/worker-failed';
import type { CaseloadFirstMessages } from '@instrument-panel/shared/words/caseload';
import { PanelError, toPanelProblem } from '../panel/problem.ts';

type Sentence = keyof CaseloadFirstMessages['problems'];

const SENTENCES: Readonly<Record<string, Sentence>> = {
  missing: 'missing',
  invalid: 'invalid',
  'not-configured': 'notConfigured',
  'signed-out': 'signedOut',
  token: 'token',
  address: 'address',
  forbidden: 'forbidden',
  'not-found': 'notFound',
  unreadable: 'unreadable',
  network: 'network',
  busy: 'busy',
};

/** The user's sentence about a failure of the whole list: what it is, and what to do. */
export function sayCaseloadProblem({ problems }: CaseloadFirstMessages, failure: unknown): string {
  // A proxy that has these addresses says so of everything else in another code.
  const { code, status } = (failure ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const isOld = code === 'NOT_FOUND' && status === 404;
  const own = isOld ? 'tooOld' : code === WORKER_FAILED ? 'stopped' : undefined;
  const message = problems[own ?? SENTENCES[toPanelProblem(failure)] ?? 'service'];
  return typeof message === 'function'
    ? message({ about: failure instanceof PanelError ? failure.about : '' })
    : message;
}
