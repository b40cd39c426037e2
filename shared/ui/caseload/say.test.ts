import { expect, it } from 'vitest';
import { Caseload } from '../../caseload/caseload.ts';
import { applicationsPage, day, PHQ, submissionsPage, uuid } from '../../caseload/pages.fixture.ts';
import {
  type CaseloadFirstMessages,
  caseloadMessagesFor,
  loadCaseloadMessages,
} from '../../words/caseload.ts';
import { createFormat } from '../../words/format.ts';
import { sayPatient, sayReasons } from './say.ts';

const words = caseloadMessagesFor('en') as CaseloadFirstMessages;

it.each([
  ['HIGH', 'Risk flag: suicide or self-harm, PHQ-9 item 9, high severity, 8 Nov'],
  ['QUUX', 'Risk flag: suicide or self-harm, PHQ-9 item 9, QUUX, 8 Nov'],
  ['', 'Risk flag: suicide or self-harm, PHQ-9 item 9, 8 Nov'],
])('says a flag of severity "%s"', (severity, said) => {
  const caseload = new Caseload();
  const answers = [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity }];
  caseload.addApplications(applicationsPage([{ id: 7, patient: uuid(1), form: PHQ }]));
  caseload.addSubmissions(submissionsPage([{ id: 1, patient: uuid(1), at: day(8), flags: 1, answers }]));
  const facts = caseload.factsOf(uuid(1), { now: day(20), seenAt: null, isToday: () => false });
  const speech = { words, format: createFormat(words, 'UTC'), now: day(20) };
  expect(facts && sayReasons(speech, facts)).toEqual([said]);
});

it.each([{}, { name: '' }, { name: ' ', surname: ' ' }])(
  'calls a patient whom the service names %j by the beginning of the id, and keeps the flag',
  (named) => {
    const caseload = new Caseload();
    caseload.addPatients([{ serviceId: uuid(1), ...named }], 0);
    caseload.addApplications(applicationsPage([{ id: 7, patient: uuid(1), form: PHQ }]));
    caseload.addSubmissions(submissionsPage([{ id: 1, patient: uuid(1), at: day(8), flags: 1 }]));
    const facts = caseload.factsOf(uuid(1), { now: day(20), seenAt: null, isToday: () => false });
    const speech = { words, format: createFormat(words, 'UTC'), now: day(20) };
    expect(facts && sayPatient(speech, facts)).toBe(`Name not known (${uuid(1).slice(0, 8)})`);
    expect(facts && sayReasons(speech, facts).join()).toContain('Risk flag');
  },
);

it.each([
  ['pt-BR', 'Sua última visita: 07:18'],
  ['es', 'Su última visita: 07:18'],
])(
  'says in %s when the list was last looked at, by the day or, of today, by the time',
  async (language, said) => {
    await loadCaseloadMessages(language);
    expect(caseloadMessagesFor(language)?.lastLooked({ moment: '07:18' })).toBe(said);
  },
);
