import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getInstrument,
  getSubmission,
  listApplications,
  listPatients,
  listSubmissions,
} from '../../shared/client/contract/index.ts';
import {
  listCaseloadApplications,
  listCaseloadPatients,
  listCaseloadSubmissions,
  markCaseloadSeen,
} from '../../shared/client/contract/proxy-api/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { startSandboxClinic } from './sandbox-clinic.ts';

async function start() {
  // Small ones, so that each list has several pages.
  const limits = { caseloadRows: 40, caseloadApplications: 40, caseloadPages: 3 };
  const { url, token, professionalId, ...clinic } = await startSandboxClinic(limits);
  const client = createClient({ baseUrl: url, auth: { get: async () => token } });
  return { ...clinic, client, params: { professionalId } };
}

const ms = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text));

describe('a list of all patients, against what the service itself says', () => {
  let clinic: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    clinic = await start();
  });
  afterAll(() => clinic.close());

  it('names every patient as the service does', async () => {
    const { data } = await clinic.client(listCaseloadPatients);
    const { data: patients } = await clinic.direct(listPatients, { params: clinic.params });
    expect(patients.length).toBeGreaterThan(10);
    expect(data.lostCount).toBe(0);
    const expected = patients.map(({ serviceId, name, surname = null }) => [serviceId, name, surname]);
    const named = data.patientIds.map((id, row) => [id, data.name[row], data.surname[row]]);
    expect(new Set(named)).toEqual(new Set(expected));
  });

  it('holds every application once, with its patient, instrument and last answer', async () => {
    const { data: applications } = await clinic.direct(listApplications, { params: clinic.params });
    const rows = new Map<number, unknown>();
    for (let offset: number | null = 0; offset !== null; ) {
      const { data }: { data: (typeof listCaseloadApplications.response)['_zod']['output'] } =
        await clinic.client(listCaseloadApplications, { query: { offset } });
      expect([data.lost, data.isPartial.includes(true)]).toEqual([[], false]);
      data.ids.forEach((id, at) => {
        rows.set(id, [
          data.patientIds[data.patient[at] ?? -1],
          data.instruments[data.instrument[at] ?? -1],
          data.status[at],
          data.nextAnswerAtMs[at],
          data.lastSubmissionId[at],
          data.lastScore[at],
          data.lastCompletedAtMs[at],
        ]);
      });
      offset = data.next;
    }
    const expected = applications.map((one): [number, unknown] => [
      one.id,
      [
        one.patientId,
        one.formTemplate,
        one.status,
        ms(one.nextAnswerAt),
        one.lastSubmission?.id ?? null,
        one.lastSubmission?.score ?? null,
        ms(one.lastSubmission?.completedFillAt),
      ],
    ]);
    expect(rows).toEqual(new Map(expected));
  });

  it('holds every submission of a window once, with score, class and risk', async () => {
    const window = { startDate: '2026-01-01T00:00:00Z', endDate: '2026-11-20T12:00:00Z' };
    const asked = { params: clinic.params, query: window };
    const { data: submissions } = await clinic.direct(listSubmissions, asked);
    expect(submissions.length).toBeGreaterThan(120);
    const rows = new Map<number, unknown>();
    for (let offset: number | null = 0; offset !== null; ) {
      const { data }: { data: (typeof listCaseloadSubmissions.response)['_zod']['output'] } =
        await clinic.client(listCaseloadSubmissions, { query: { ...window, offset } });
      expect([data.lost, data.isPartial.includes(true), data.isRiskUnread.includes(true)]).toEqual([
        [],
        false,
        false,
      ]);
      data.ids.forEach((id, at) => {
        rows.set(id, [
          data.patientIds[data.patient[at] ?? -1],
          data.instruments[data.instrument[at] ?? -1]?.templateId,
          data.status[at],
          data.completedAtMs[at],
          data.score[at],
          data.classes[data.class[at] ?? -1]?.title ?? null,
          data.riskFlagCount[at],
          data.hasHighRisk[at],
        ]);
      });
      offset = data.next;
    }
    const expected = submissions.map((one): [number, unknown] => [
      one.id,
      [
        one.patientId,
        one.formTemplateId,
        one.status,
        ms(one.completedFillAt),
        one.score ?? null,
        one.globalClassification?.title ?? null,
        one.riskFlagCount ?? null,
        one.hasHighRisk ?? null,
      ],
    ]);
    expect(rows).toEqual(new Map(expected));
  });

  it('names the ends of each instrument’s scale as its own ranges have them, and which way it runs', async () => {
    const { data } = await clinic.client(listCaseloadSubmissions, { query: { layout: 'courses' } });
    expect(data.instruments.length).toBeGreaterThan(3);
    for (const { templateId: formId, minScore, maxScore, scoreDirection } of data.instruments) {
      const { data: instrument } = await clinic.direct(getInstrument, { params: { formId } });
      const ranges = (instrument.scoreRanges ?? []).filter((one) => one.formSubScaleId == null);
      const ends = ranges.flatMap((one) => [one.minScore, one.maxScore]);
      const expected = ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [undefined, undefined];
      expect([minScore, maxScore], instrument.title ?? formId).toEqual(expected);
      expect(scoreDirection).toBe(instrument.config?.globalScoreConfig?.scoreDirection ?? undefined);
    }
    const directions = new Set(data.instruments.map(({ scoreDirection }) => scoreDirection));
    expect(directions).toContain('HIGHER_WORSE');
    expect(directions).toContain('HIGHER_BETTER');
  });

  it('holds every answer of submissions that are asked for by their ids, as the record says it', async () => {
    const { data: submissions } = await clinic.direct(listSubmissions, { params: clinic.params });
    const flagged = submissions.filter(({ riskFlagCount }) => (riskFlagCount ?? 0) > 0);
    const ids = [...flagged, ...submissions].slice(0, 30).map(({ id }) => id);
    expect(flagged.length).toBeGreaterThan(0);
    const { data } = await clinic.client(listCaseloadSubmissions, {
      query: { ids: [...new Set(ids), 9_999_999] },
    });
    expect(new Set(data.ids)).toEqual(new Set(ids));
    for (const [row, submissionId] of data.ids.entries()) {
      const { data: record } = await clinic.direct(getSubmission, {
        params: { ...clinic.params, submissionId },
      });
      expect(data.answers[row]?.map((place) => data.items[place])).toEqual(
        (record.answers ?? []).map(({ questionId, question, riskFlag }) => ({
          questionId,
          position: question?.position,
          flagType: riskFlag?.flagType ?? null,
          severity: riskFlag?.severity ?? null,
        })),
      );
    }
  });

  it('was seen until the service’s time of the list that was read, once that is said', async () => {
    const { data: before } = await clinic.client(listCaseloadPatients);
    expect(before.seenAt).toBeNull();
    const { data } = await clinic.client(markCaseloadSeen, { body: { seenAt: '2026-11-20T12:00:00Z' } });
    const { data: after } = await clinic.client(listCaseloadPatients);
    expect([data.seenAt, after.seenAt]).toEqual(Array(2).fill('2026-11-20T12:00:00.000Z'));
  });
});
