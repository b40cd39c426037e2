import type { BackgroundDependencies } from '../../extension/background/dependencies.ts';
import { toProblem } from '../../extension/background/refusals.ts';
import { readChart, readHistory } from '../../extension/background/service/chart.ts';
import { LastCharts } from '../../extension/background/service/last-charts.ts';
import { readList } from '../../extension/background/service/list.ts';
import { UnreadCounts } from '../../extension/background/unread-counts.ts';
import { getAnalysisStatus, SUBMISSION_ANSWERED } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { toAnalysis } from '../../shared/panel/analysis.ts';
import { createApplyService } from '../../shared/ui/apply/service.ts';
import { type Answered, type Asked, NOW, PAGE, type TrueCourse } from './clinic.ts';
import { newsOf } from './evidence.ts';

type Service = Parameters<typeof readList>[0];
type Mapping = Service['mapping'];

/** What the background counts after these answers were announced, and what it reads of them. */
async function readNews(service: object, ids: readonly number[], signal: AbortSignal) {
  const session = { set: async () => {} };
  const background = { platform: { storage: { session } }, refreshAll() {} };
  const news = new UnreadCounts(background as unknown as BackgroundDependencies);
  const whole = service as Parameters<UnreadCounts['read']>[1];
  for (const submissionId of ids)
    await news.hear('truth', { kind: SUBMISSION_ANSWERED, submissionId } as never, whole);
  return { counts: news.countsOf('truth'), read: await news.read('truth', whole, signal) };
}

/** The extension's background, as far as a panel and a list ask it to read, for one patient who is linked. */
export function createBackground(
  course: TrueCourse,
  token: () => Promise<string>,
  ask: (asked: Asked) => Promise<Answered>,
) {
  const { professionalId, patientId } = course;
  const send: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const authorization = new Headers(init?.headers).get('authorization');
    const { status, body, type, date } = await ask({ path: pathname + search, authorization });
    return new Response(body, { status, headers: { 'content-type': type, date } });
  };
  const kept = new Map<string, unknown>();
  const service = {
    proxy: PAGE,
    professionalId,
    client: createClient({
      baseUrl: PAGE,
      auth: { get: token },
      fetch: send,
      locale: 'en',
      timeoutMs: 600_000,
    }),
    mapping: {
      lookUp: async (keys: readonly unknown[]) => keys.map(() => ({ patientId, isFree: false })),
    } as unknown as Mapping,
    cache: {
      // As the background's own, which keeps what was read for half a minute.
      get(
        key: string,
        _about: unknown,
        _life: number,
        signal: AbortSignal,
        read: (left: AbortSignal) => unknown,
      ) {
        const answer = kept.get(key) ?? read(signal);
        kept.set(key, answer);
        return answer;
      },
      drop: () => {},
    } as unknown as Service['cache'],
    last: new LastCharts({ elapsed: () => 0, setTimer: () => () => {} }),
    now: () => Date.parse(NOW),
  } satisfies Service;
  const { signal } = new AbortController();
  const identity = { keys: [{ system: 'mrn', value: '1' }] };
  const handlers: Readonly<Record<string, (input: { readonly formId?: string }) => Promise<unknown>>> = {
    'chart.read': () =>
      readChart({ service, identity, signal, page: 'clinic, page 1', tabId: 1, assertSamePatient: () => {} }),
    'list.read': () => readList(service, [identity], signal),
    'apply.patient': () => createApplyService(service.client, { professionalId, patientId }).patient(signal),
    'news.read': () => readNews(service, newsOf(course), signal),
    'history.read': () => readHistory(service, patientId, signal),
    'analysis.read': async ({ formId = '' }) => {
      const params = { professionalId, patientId, formId };
      return toAnalysis(await service.client(getAnalysisStatus, { params, signal }));
    },
  };
  return async (intent: string, input: object): Promise<{ value?: unknown; problem?: object }> => {
    try {
      return { value: await handlers[intent]?.(input) };
    } catch (error) {
      return { problem: toProblem(error, true) };
    }
  };
}
