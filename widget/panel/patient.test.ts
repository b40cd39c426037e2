import { expect, it } from 'vitest';
import { createPatientFilter } from './patient.ts';

const patientId = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const formTemplateId = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';

it('leaves nothing of risk in what a patient sees, nor in what could be read of rows that were left out', () => {
  const risk = {
    hasHighRisk: true,
    riskFlagCount: 1,
    answers: [{ riskFlag: { flagType: 'SUICIDE_SELF_HARM' } }],
  };
  const submission = { id: 1, patientId, formTemplateId, status: 'ANSWERED', ...risk };
  const { submissions } = createPatientFilter(null).filter({
    graph: { data: { patientId, formTemplateId, series: [] }, unreadable: 0, paths: [], lost: [] },
    instrument: null,
    submissions: {
      data: [submission],
      unreadable: 1,
      paths: [],
      lost: [{ patientId, status: 'ANSWERED', ...risk }],
    },
    at: 0,
    clock: null,
  });
  expect(JSON.stringify(submissions)).not.toMatch(/true|SUICIDE|:1,"answers/);
  expect(submissions?.lost).toMatchObject([{ patientId, status: 'ANSWERED' }]);
});
