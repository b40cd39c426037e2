import type { Caller, Reply } from '@instrument-panel/client';
import { describe, expect, it, vi } from 'vitest';
import type { PatientFacts } from './caseload.ts';
import {
  applicationsPage,
  day,
  type GivenSubmission,
  packedApplications,
  patientsPage,
  submissionsPage,
  uuid,
} from './pages.fixture.ts';
import { CaseloadReader, createCaseloadCalls } from './read.ts';

const NOW = day(20);
const flag = { flags: 1, answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM' }] };
const reply = <T>(data: T): Reply<T> => ({
  data,
  unreadable: [],
  lostRows: [],
  status: 200,
  receivedAt: NOW,
  sentAt: NOW,
});

/** A reader of a proxy with these submissions, all of which its newest slice brings, and what it asked for. */
function read(given: GivenSubmission[], answer?: (path: string, query: Record<string, unknown>) => unknown) {
  const asked: string[] = [];
  const told = new Map<string, PatientFacts>();
  const news: string[] = [];
  const client = (async (
    { path }: { path: string },
    { query }: { query: { ids?: number[]; layout?: string } },
  ) => {
    asked.push(`${path.slice(10)}${query.ids ? ` ${query.ids}` : ''}`);
    const other = await answer?.(path, query);
    if (other !== undefined) return reply(other);
    if (path.endsWith('patients')) return reply(patientsPage([{ serviceId: uuid(1), name: 'Ana' }]));
    if (path.endsWith('applications')) return reply(applicationsPage([{ id: 7, patient: uuid(1) }]));
    const { ids } = query;
    return reply(
      submissionsPage(
        ids ? given.filter(({ id }) => ids.includes(id)) : query.layout === 'flagged' ? [] : given,
      ),
    );
  }) as unknown as Caller;
  const reader = new CaseloadReader(createCaseloadCalls(client, uuid(99)), 16, String, {
    facts(facts, isNews) {
      for (const one of facts) {
        told.set(one.patientId, one);
        if (isNews) news.push(one.patientId);
      }
    },
    progress: () => {},
  });
  reader.begin();
  return { reader, asked, told, news };
}

describe('reading all patients', () => {
  it('asks for names, requests and slices, then for the answers that a flag rests on, each once', async () => {
    const { reader, asked, told } = read([
      { id: 1, patient: uuid(1), application: 7, at: day(18), ...flag },
      { id: 2, patient: uuid(1), application: 7, at: day(19) },
    ]);
    await vi.waitFor(() => expect(reader.isWhole).toBe(true));
    expect(asked.toSorted()).toEqual([
      'applications',
      'patients',
      'submissions',
      'submissions',
      'submissions 2',
    ]);
    expect(told.get(uuid(1))?.reasons[0]).toMatchObject({ group: 'flag', facts: { item: { position: 9 } } });
    expect([reader.readCount, reader.total]).toEqual([1, 1]);
    reader.end();
  });

  it('asks for more flags only after all that is asked of patients, on which the first flag that is told rests', async () => {
    const order: string[] = [];
    const { reader } = read([], async (path, { layout, offset }) => {
      if (path.endsWith('applications')) {
        await vi.waitFor(() => expect(reader.caseload.size).toBe(2));
        order.push('applications');
      }
      if (layout !== 'flagged') return undefined;
      order.push(`flags from ${offset}`);
      const given = { id: 1, patient: uuid(2), at: day(19), ...flag };
      return offset === 0 ? submissionsPage([given], { next: 5 }) : undefined;
    });
    await vi.waitFor(() => expect(reader.isWhole).toBe(true));
    expect(order).toEqual(['flags from 0', 'applications', 'flags from 5']);
    reader.end();
  });

  it('is not whole while a part is missing, and is once that was read', async () => {
    let isDown = true;
    const { reader } = read([{ id: 1, patient: uuid(1), at: day(18) }], (path) => {
      if (isDown && path.endsWith('applications')) throw new TypeError('down');
    });
    await vi.waitFor(() => expect(reader.isSettled).toBe(true));
    expect([reader.isWhole, reader.gaps]).toEqual([false, [{ kind: 'applications' }]]);
    isDown = false;
    reader.retry();
    await vi.waitFor(() => expect(reader.isWhole).toBe(true));
    reader.end();
  });

  it('reads the answer of an event by its id, also of one that came while the list was read', async () => {
    const given: GivenSubmission[] = [{ id: 1, patient: uuid(1), application: 7, at: day(18) }];
    const { reader, asked, told, news } = read(given);
    reader.hear({ kind: 'SUBMISSION_ANSWERED', submissionId: 5 });
    given.push({ id: 5, patient: uuid(1), application: 7, at: NOW - 1_000 });
    await vi.waitFor(() => expect(asked).toContain('submissions 5'));
    await vi.waitFor(() => expect(news).toEqual([uuid(1)]));
    expect(told.get(uuid(1))?.instruments[0]?.latest?.id).toBe(5);
    reader.end();
  });

  it('tells of a row that could not be read, though nothing else of its page is of that patient', async () => {
    let isHeld = true;
    const { reader, told } = read(
      [{ id: 1, patient: uuid(1), application: 7, at: day(18) }],
      (path, query) => {
        if (!path.endsWith('submissions') || query.layout !== 'courses') return undefined;
        const lost = [{ patientId: uuid(1), status: 'ANSWERED' }];
        return vi.waitFor(() => expect(isHeld).toBe(false)).then(() => submissionsPage([], { lost }));
      },
    );
    await vi.waitFor(() => expect(reader.caseload.size).toBe(1));
    isHeld = false;
    await vi.waitFor(() => expect(reader.isSettled).toBe(true));
    expect(told.get(uuid(1))?.reasons[0]?.group).toBe('unread');
    reader.end();
  });

  it('gives the digest of the patients with long lists, and takes those who are not named for the ones in their places', async () => {
    const digests = new Set<unknown>();
    const { reader, told } = read([], (path, { layout, patients }) => {
      if (path.endsWith('patients')) return patientsPage([3, 1].map((end) => ({ serviceId: uuid(end) })));
      if (layout === 'flagged') return undefined;
      digests.add(patients);
      if (path.endsWith('submissions')) return undefined;
      const { patientIds: _, ...page } = packedApplications(
        [3, 1, 2].map((end) => ({ id: end, patient: uuid(end), nextAt: day(20 + end) })),
      );
      return { ...page, listed: 2, patientIds: [uuid(2)] };
    });
    await vi.waitFor(() => expect(reader.isWhole).toBe(true));
    // What SHA-256 gives of the two ids with a space between them.
    expect([...digests]).toEqual(['b045474f9a71e3d9b96f709dddd37187dcd336e92d9e832dfce4374ca98b9591']);
    const next = [1, 2, 3].map((end) => told.get(uuid(end))?.instruments[0]?.nextAt);
    expect(next).toEqual([day(21), day(22), day(23)]);
    reader.end();
  });

  it('asks for what is asked of patients though their names cannot be read, and then for all in full', async () => {
    let digest: unknown;
    const { reader, asked } = read([], (path, { patients }) => {
      if (path.endsWith('patients')) throw new TypeError('down');
      digest ??= patients;
    });
    await vi.waitFor(() => expect(asked).toContain('applications'));
    await vi.waitFor(() => expect(reader.isApplied).toBe(true));
    expect([digest, reader.gaps]).toEqual([undefined, [{ kind: 'patients' }]]);
    reader.end();
  });

  it('asks nothing more, and knows nobody, after its end', async () => {
    const { reader, asked } = read([{ id: 1, patient: uuid(1), at: day(18) }]);
    reader.end();
    const before = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([asked.length, reader.caseload.size]).toEqual([before, 0]);
  });
});
