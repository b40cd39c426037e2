import { PAGE, PROFESSIONAL, startWorld, tokenFor } from '../../proxy/fixtures/world.ts';
import type { PatientFacts } from '../../shared/caseload/caseload.ts';
import type { InstrumentFacts } from '../../shared/caseload/facts.ts';
import {
  type CaseloadListener,
  CaseloadReader,
  type CaseloadSource,
  createCaseloadCalls,
} from '../../shared/caseload/read.ts';
import { RemoteCaseload } from '../../shared/caseload/remote.ts';
import { serveCaseload } from '../../shared/caseload/serve.ts';
import { postCaseloadSeen } from '../../shared/client/contract/proxy-api/caseload-calls.ts';
import { createClient, createTokenSource } from '../../shared/client/index.ts';
import { Arrangement, isAllRead } from '../../shared/ui/caseload/arrange.ts';
import {
  type CaseloadSpeech,
  sayAgo,
  sayAside,
  sayPatient,
  sayReason,
  sayTitle,
} from '../../shared/ui/caseload/say.ts';
import { type CaseloadFirstMessages, caseloadMessagesFor } from '../../shared/words/caseload.ts';
import { createFormat } from '../../shared/words/format.ts';
import { type Lists, SEEN_AT, type Sent, WINDOW_DAYS } from './caseload-clinic.ts';
import { NOW } from './clinic.ts';
import { NOW_MS, sayMinute } from './evidence.ts';

/** A sentence of a row, and the instrument that it is of. */
export interface ShownReason {
  readonly group: string;
  readonly formId: string | null;
  readonly text: string;
}

/** What stands beside a name of one instrument. */
export interface ShownScore {
  readonly formId: string;
  readonly title: string;
  readonly isFlagged: boolean;
  /** A number, `no total score`, or empty without an answer. */
  readonly value: string;
  readonly className: string;
  /** `18 Nov 2026, 14:00`; empty without an answer. */
  readonly moment: string;
  readonly age: string;
  readonly aside: readonly string[];
}

export interface ShownPatient {
  readonly patientId: string;
  readonly heading: string;
  readonly name: string;
  readonly reasons: readonly ShownReason[];
  readonly scores: readonly ShownScore[];
}

/** The whole list, as a person sees it. */
export interface ShownList {
  readonly patients: readonly ShownPatient[];
  readonly flags: number;
  readonly isWhole: boolean;
  /** Parts that could not be read, and rows of nobody who is known. */
  readonly gaps: number;
  readonly lost: number;
  /** Why nothing is shown. */
  readonly failure: string | null;
}

/** Makes a view break: what is changed of facts before they are said, or of a row before it is shown. */
export interface BrokenView {
  readonly facts?: (facts: PatientFacts) => PatientFacts;
  readonly page?: (name: string, body: Record<string, unknown>) => void;
}

/** A list that comes last; what is said at the end must not depend on it. */
export const HELD = [null, 'applications', 'submissions'] as const;
type Held = (typeof HELD)[number];
const HELD_MS = 12;
/** A long run takes a new one before the proxy's own end. */
const TOKEN_S = 240;

const API = `/third-party/api/v1/professionals/${PROFESSIONAL}`;

function answerOf(lists: Lists, url: string, served: Set<number>): unknown {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const after = (name: string, otherwise: number): number =>
    Date.parse(searchParams.get(name) ?? '') || otherwise;
  const offset = Number(searchParams.get('offset') ?? 0);
  const page = (rows: readonly Sent[]): unknown[] =>
    rows.slice(offset, offset + Number(searchParams.get('limit') ?? rows.length)).map(({ row }) => row);
  if (pathname === API) return { serviceId: PROFESSIONAL, name: 'Dora' };
  if (pathname === `${API}/patients`) return lists.patients.map(({ row }) => row);
  if (pathname === `${API}/forms/applications`) return page(lists.applications);
  if (pathname === `${API}/forms/submissions`) {
    const [from, to] = [after('startDate', 0), after('endDate', Number.POSITIVE_INFINITY)];
    return page(lists.submissions.filter(({ at }) => at >= from && at < to));
  }
  const id = Number(/\/forms\/submissions\/(\d+)$/.exec(pathname)?.[1]);
  served.add(id);
  return lists.submission.find((one) => one.id === id)?.row;
}

const words = caseloadMessagesFor('en') as CaseloadFirstMessages;
const format = createFormat(words, 'UTC');
const speech: CaseloadSpeech = { words, format, now: NOW_MS };

function showScore(facts: InstrumentFacts, patient: PatientFacts): ShownScore {
  const { latest, risk } = facts;
  return {
    formId: facts.formId,
    title: sayTitle(speech, facts),
    isFlagged: risk.kind === 'flagged' && risk.isCurrent,
    value: latest === null ? '' : latest.score === null ? words.noScore : format.number(latest.score),
    className: latest?.className ?? '',
    moment: latest ? sayMinute(latest.at) : '',
    age: latest ? sayAgo(speech, latest.at) : '',
    aside: sayAside(speech, facts, patient).split(' · ').filter(Boolean),
  };
}

const showPatient = (facts: PatientFacts, heading: string): ShownPatient => ({
  patientId: facts.patientId,
  heading,
  name: sayPatient(speech, facts),
  reasons: facts.reasons.map((reason) => ({
    group: reason.group,
    formId: reason.facts?.formId ?? null,
    text: sayReason(speech, reason),
  })),
  scores: facts.instruments.map((one) => showScore(one, facts)),
});

/** The proxy before a service by hand, and a reader of the list as the element has it. */
export async function openCaseload() {
  // Small pages, so that most lists come in several.
  const world = await startWorld({
    limits: {
      caseloadRows: 10,
      caseloadApplications: 10,
      breakerFailures: 1_000,
      breakerMs: 50,
      loopDelayMs: 60_000,
    },
  });
  let lists: Lists = { patients: [], applications: [], submissions: [], submission: [] };
  let served = new Set<number>();
  world.service.answer = ({ url }) => {
    const body = answerOf(lists, url, served);
    const headers = { date: new Date(NOW).toUTCString() };
    const after = held !== null && url.includes(`/forms/${held}?`) ? HELD_MS : 0;
    return body === undefined
      ? { status: 404, headers, body: { code: 'NOT_FOUND', message: 'not found' } }
      : { headers, after, body: JSON.stringify(body) };
  };
  let broken: BrokenView = {};
  let held: Held = null;
  const scope = { professionalId: PROFESSIONAL, actions: ['read'] } as const;
  const auth = createTokenSource(async () => ({ token: await tokenFor(), expiresIn: TOKEN_S }), scope);
  const send: typeof fetch = async (input, init) => {
    const response = await world.proxy.fetch(
      new Request(input, { ...init, headers: { ...init?.headers, origin: PAGE } }),
    );
    if (!broken.page || !response.ok) return response;
    const body = (await response.json()) as Record<string, unknown>;
    broken.page(new URL(String(input)).pathname.split('/').at(-1) ?? '', body);
    return Response.json(body, { headers: { date: response.headers.get('date') ?? '' } });
  };
  const client = createClient({ baseUrl: world.url, auth, fetch: send, attempts: 1 });
  const calls = createCaseloadCalls(client, PROFESSIONAL);
  await client(postCaseloadSeen, { body: { professionalId: PROFESSIONAL, seenAt: SEEN_AT } });

  /** Reads it as a worker does, and gives the end at the page. */
  function readApart(listener: CaseloadListener) {
    const { port1, port2 } = new MessageChannel();
    const options = { baseUrl: world.url, professionalId: PROFESSIONAL, days: WINDOW_DAYS, timeZone: 'UTC' };
    const reader = new RemoteCaseload(port2, options, auth, listener);
    serveCaseload(port1, () => calls);
    return { reader, end: () => port1.close() };
  }

  /** Reads and shows the list while the service answers so; `served`: submissions that were read by their ids. */
  async function show(given: Lists, brokenView: BrokenView = {}, heldBack: Held = null, isApart = false) {
    [lists, served, broken, held] = [given, new Set(), brokenView, heldBack];
    const arrangement = new Arrangement();
    let end = (): void => {};
    const reader = await new Promise<CaseloadSource>((resolve) => {
      let one: CaseloadSource | undefined;
      const listener: CaseloadListener = {
        facts: (all) => {
          for (const facts of all)
            arrangement.set(broken.facts?.(facts) ?? facts, one?.isApplied === true && isAllRead(facts));
        },
        progress: () => {
          if (one?.isSettled || one?.failure) resolve(one);
        },
      };
      if (isApart) ({ reader: one, end } = readApart(listener));
      else one = new CaseloadReader(calls, WINDOW_DAYS, format.day, listener);
      one.begin();
    });
    arrangement.settle(reader.isWhole);
    arrangement.sort();
    const list: ShownList = {
      patients: arrangement.placed.map(({ patientId, heading }) =>
        showPatient(arrangement.facts.get(patientId) as PatientFacts, heading),
      ),
      flags: arrangement.countFlags().count,
      isWhole: reader.isWhole,
      gaps: reader.gaps.length,
      lost: reader.lostCount,
      failure: reader.failure ? String(reader.failure) : null,
    };
    reader.end();
    end();
    return { list, served: served as ReadonlySet<number> };
  }
  const close = async (): Promise<void> => {
    auth.stop();
    await world.close();
  };
  return { show, close };
}
