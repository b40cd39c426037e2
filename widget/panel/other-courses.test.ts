import { describe, expect, it } from 'vitest';
import { findOtherInstruments } from './other-courses.ts';
import type { PanelSnapshot } from './read.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const OTHER_PATIENT = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const OWN = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const GAD7 = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
const WHO5 = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';

const named = (formTemplateId: string, shortTitle: string) => ({
  formTemplateId,
  formTemplate: { templateId: formTemplateId, shortTitle },
});
const row = (more: object) => ({ patientId: PATIENT, status: 'ANSWERED', ...more });
const find = (data: readonly object[] | null, lost: readonly object[] = []) =>
  findOtherInstruments(
    {
      graph: { data: { patientId: PATIENT, formTemplateId: OWN } },
      submissions: data && { data, lost },
    } as unknown as PanelSnapshot,
    'Untitled',
  );

describe('the other instruments of a patient', () => {
  it('are those that the patient has answers to, each once, by name', () => {
    const rows = [
      row(named(WHO5, 'WHO-5')),
      row(named(GAD7, 'GAD-7')),
      row(named(GAD7.toUpperCase(), 'GAD-7')),
    ];
    expect(find([...rows, row(named(OWN, 'PHQ-9'))])).toEqual({
      listed: [
        { formId: GAD7, name: 'GAD-7' },
        { formId: WHO5, name: 'WHO-5' },
      ],
      unknown: 0,
    });
  });

  it('are none that was only asked for, and none of another patient', () => {
    const asked = row({ ...named(GAD7, 'GAD-7'), status: 'LATE' });
    const ofAnother = row({ ...named(WHO5, 'WHO-5'), patientId: OTHER_PATIENT });
    expect(find([asked, ofAnother])).toEqual({ listed: [], unknown: 0 });
  });

  it('are listed too where the state of an answer is not known, or its row was lost', () => {
    const listed = [
      { formId: GAD7, name: 'GAD-7' },
      { formId: WHO5, name: 'Untitled' },
    ];
    expect(find([row({ ...named(GAD7, 'GAD-7'), status: null })], [{ formTemplateId: WHO5 }])).toEqual({
      listed,
      unknown: 0,
    });
  });

  it('have no name that the service gives to another instrument', () => {
    const confused = row({ formTemplateId: GAD7, formTemplate: { templateId: WHO5, shortTitle: 'WHO-5' } });
    expect(find([confused])?.listed).toEqual([{ formId: GAD7, name: 'Untitled' }]);
  });

  it('are not all known where an answer does not say which it answers, or the list could not be read', () => {
    expect(find([], [{ id: 7 }, { id: 8, formTemplateId: 'odd' }])).toEqual({ listed: [], unknown: 2 });
    expect(find(null)).toBeNull();
  });
});
