import { describe, expect, it } from 'vitest';
import type { Application } from '../../client/contract/resources/submission.ts';
import { applyEn } from '../../words/apply.ts';
import { choicesOf } from './library.ts';
import { findLastTime, type InstrumentSet, isSetChosen, toBatterySets } from './sets.ts';

const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const WHO5 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03';
const NAMES: Readonly<Record<string, string>> = { [PHQ9]: 'PHQ-9', [GAD7]: 'GAD-7', [WHO5]: 'WHO-5' };
const library = choicesOf([PHQ9, GAD7].map((id) => ({ id, title: NAMES[id], shortTitle: NAMES[id] })));

let id = 0;
const made = (form: string, createdAt: string | null, more: Partial<Application> = {}): Application => ({
  id: ++id,
  patientId: '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a22',
  formTemplateId: form,
  formTemplate: { templateId: form, shortTitle: NAMES[form] },
  recurrenceCycle: 'WEEKLY',
  status: 'FINISHED',
  createdAt,
  ...more,
});
const last = (...items: Application[]) =>
  findLastTime({ items, unreadable: 0 }, library, 'America/Sao_Paulo');
const names = (sets: readonly InstrumentSet[] | undefined) =>
  sets?.map(({ choices, missing, cycle }) => [choices.map(({ name }) => name), missing, cycle]);

describe('a battery', () => {
  it('has its instruments by the names of the library, however their ids are written', () => {
    const [set] = toBatterySets([{ name: 'Intake', instruments: [GAD7.toUpperCase(), PHQ9, PHQ9] }], library);
    expect(set).toMatchObject({ name: 'Intake', missing: [], cycle: null });
    expect(set?.choices.map(({ name }) => name)).toEqual(['GAD-7', 'PHQ-9']);
  });

  it('says which instrument the library does not have', () => {
    const [set] = toBatterySets([{ name: 'Intake', instruments: [PHQ9, WHO5] }], library);
    expect(set?.missing).toEqual([WHO5]);
    expect(applyEn.setMissing({ name: 'Intake', missing: WHO5 })).toBe(
      `“Intake” cannot be chosen: the list of instruments does not have ${WHO5}.`,
    );
  });

  it('is chosen once all of it is, and with its recurrence where it has one', () => {
    const [set] = toBatterySets([{ name: 'Intake', instruments: [PHQ9, GAD7] }], library);
    if (!set) throw new Error('no set');
    expect(isSetChosen(set, library.slice(0, 1), 'NOW')).toBe(false);
    expect(isSetChosen(set, library, 'NOW')).toBe(true);
    expect(isSetChosen({ ...set, cycle: 'WEEKLY' }, library, 'NOW')).toBe(false);
  });
});

describe('what the patient had last time', () => {
  it('is what was set up on the latest day, one set for each recurrence', () => {
    const found = last(
      made(PHQ9, '2026-01-05T12:00:00Z'),
      made(PHQ9, '2026-03-03T12:00:00Z'),
      made(GAD7, '2026-03-03T12:04:00Z'),
      made(GAD7, '2026-03-03T12:05:00Z', { recurrenceCycle: 'MONTHLY' }),
    );
    expect(names(found?.sets)).toEqual([
      [['PHQ-9', 'GAD-7'], [], 'WEEKLY'],
      [['GAD-7'], [], 'MONTHLY'],
    ]);
    expect(found?.at).toBe(Date.parse('2026-03-03T12:05:00Z'));
  });

  it('counts days in the time zone of the page', () => {
    // 22:30 and 00:30 in São Paulo (UTC-3): two days there, one in UTC.
    const found = last(made(PHQ9, '2026-03-03T01:30:00Z'), made(GAD7, '2026-03-03T03:30:00Z'));
    expect(names(found?.sets)).toEqual([[['GAD-7'], [], 'WEEKLY']]);
  });

  it('does not repeat what the service canceled, and says so', () => {
    const found = last(
      made(PHQ9, '2026-03-03T12:00:00Z'),
      made(GAD7, '2026-03-03T12:00:00Z', { status: 'CANCELED_IDLE' }),
      made(WHO5, '2026-03-10T12:00:00Z', { status: 'CANCELED_STALE' }),
    );
    expect(names(found?.sets)).toEqual([[['PHQ-9'], [], 'WEEKLY']]);
    expect(found?.canceled.map(({ formTemplateId }) => formTemplateId)).toEqual([GAD7, WHO5]);
    expect(last(made(PHQ9, '2026-03-03T12:00:00Z', { status: 'CANCELED_IDLE' }))).toBeNull();
  });

  it('names the instrument that the library lacks, and offers nothing for a recurrence that is not known', () => {
    const found = last(
      made(PHQ9, '2026-03-03T12:00:00Z'),
      made(WHO5, '2026-03-03T12:00:00Z'),
      made(GAD7, '2026-03-03T12:00:00Z', { recurrenceCycle: 'HOURLY' }),
    );
    expect(names(found?.sets)).toEqual([[['PHQ-9'], ['WHO-5'], 'WEEKLY']]);
    expect(found?.applications).toHaveLength(3);
  });

  it('is said to be the latest only if no later one may be missing', () => {
    const dated = made(PHQ9, '2026-03-03T12:00:00Z');
    expect(last(dated)?.isPartial).toBe(false);
    expect(last(dated, made(GAD7, null))?.isPartial).toBe(true);
    expect(findLastTime({ items: [dated], unreadable: 1 }, library, null)?.isPartial).toBe(true);
    expect(last(made(GAD7, null))).toBeNull();
    expect(last()).toBeNull();
    expect(applyEn.lastTime({ date: 'Tue, 3 Mar 2026', isPartial: true })).toMatch(/that could be read/);
  });

  it('is said with its state, and an answer only if there is one', () => {
    const fact = { name: 'PHQ-9', cycle: 'every week' };
    expect(applyEn.lastFact({ ...fact, state: 'finished', answered: null })).toBe(
      'PHQ-9: every week, finished',
    );
    expect(applyEn.lastFact({ ...fact, state: null, answered: 'Fri, 6 Mar 2026' })).toBe(
      'PHQ-9: every week, last answer Fri, 6 Mar 2026',
    );
  });
});
