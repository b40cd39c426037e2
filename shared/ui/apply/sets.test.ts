import { describe, expect, it } from 'vitest';
import type { Application } from '../../client/contract/resources/submission.ts';
import { applyEn } from '../../words/apply.ts';
import { choicesOf } from './library.ts';
import { findChosenSet, findLastTime, type InstrumentSet, toBatterySets } from './sets.ts';

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
const last = (...items: Application[]) => findLastTime({ items, unreadable: 0 }, library);
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

  it('is chosen where exactly its instruments are, with its recurrence where it has one', () => {
    const [intake, phq9] = toBatterySets(
      [
        { name: 'Intake', instruments: [PHQ9, GAD7] },
        { name: 'Mood', instruments: [PHQ9] },
      ],
      library,
    );
    if (!intake || !phq9) throw new Error('no set');
    const sets = [phq9, intake];
    const find = (chosen: typeof library, clicked: InstrumentSet | null, offered = sets) =>
      findChosenSet(offered, clicked, chosen, 'NOW')?.name;
    expect(find(library, null)).toBe('Intake');
    expect(find(library.slice(0, 1), null)).toBe('Mood');
    expect(find(library.slice(1), null)).toBeUndefined();
    expect(find([], null)).toBeUndefined();
    expect(find(library, null, [{ ...intake, cycle: 'WEEKLY' }])).toBeUndefined();
  });

  it('that was clicked stays chosen beside instruments that were chosen by hand, as long as it is whole', () => {
    const [mood] = toBatterySets([{ name: 'Mood', instruments: [PHQ9] }], library);
    if (!mood) throw new Error('no set');
    expect(findChosenSet([mood], mood, library, 'NOW')).toBe(mood);
    expect(findChosenSet([mood], mood, library.slice(1), 'NOW')).toBeNull();
    expect(findChosenSet([mood], null, library, 'NOW')).toBeNull();
  });
});

describe('what the patient had last time', () => {
  it('is one send: what was created within seconds of the newest', () => {
    const found = last(
      made(PHQ9, '2026-03-03T11:56:00Z'),
      made(PHQ9, '2026-03-03T12:00:00Z'),
      made(GAD7, '2026-03-03T12:00:03Z'),
      made(WHO5, '2026-03-03T12:00:06Z', { recurrenceCycle: 'MONTHLY' }),
    );
    expect(names(found?.sets)).toEqual([
      [['PHQ-9', 'GAD-7'], [], 'WEEKLY'],
      [[], ['WHO-5'], 'MONTHLY'],
    ]);
    expect(found?.at).toBe(Date.parse('2026-03-03T12:00:06Z'));
    expect(names(last(made(PHQ9, '2026-03-03T12:00:00Z'), made(GAD7, '2026-03-03T12:04:00Z'))?.sets)).toEqual(
      [[['GAD-7'], [], 'WEEKLY']],
    );
  });

  it('is never one send of an instrument twice, nor of two professionals', () => {
    const found = last(
      made(PHQ9, '2026-03-03T12:00:00Z'),
      made(GAD7, '2026-03-03T12:00:03Z'),
      made(GAD7, '2026-03-03T12:00:06Z'),
    );
    expect(found?.applications).toHaveLength(1);
    const [ana, bruno] = ['3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a01', '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a02'];
    const ofTwo = last(
      made(PHQ9, '2026-03-03T12:00:00Z', { authorId: ana }),
      made(GAD7, '2026-03-03T12:00:01Z', { authorId: bruno }),
    );
    expect(names(ofTwo?.sets)).toEqual([[['GAD-7'], [], 'WEEKLY']]);
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
    expect(findLastTime({ items: [dated], unreadable: 1 }, library)?.isPartial).toBe(true);
    expect(last(made(GAD7, null))).toBeNull();
    expect(last()).toBeNull();
    expect(applyEn.lastTime({ date: 'Tue, 3 Mar 2026', isPartial: true })).toMatch(/that could be read/);
  });

  it('is said with its state, and an answer only if there is one', () => {
    const fact = { name: 'PHQ-9', cycle: 'every week', isOnce: false };
    expect(applyEn.lastFact({ ...fact, state: 'finished', answered: null })).toBe(
      'PHQ-9: every week, finished',
    );
    expect(applyEn.lastFact({ ...fact, state: null, answered: 'Fri, 6 Mar 2026' })).toBe(
      'PHQ-9: every week, last answer Fri, 6 Mar 2026',
    );
    const once = { name: 'PHQ-9', cycle: 'once, now', state: null, isOnce: true };
    expect(applyEn.lastFact({ ...once, answered: 'Fri, 6 Mar 2026' })).toBe(
      'PHQ-9: once, now, answered Fri, 6 Mar 2026',
    );
  });
});
