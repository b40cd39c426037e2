import { expect, it } from 'vitest';
import { sayStarted } from './summary.ts';

const stack = {
  urls: {
    sandbox: 'http://localhost:4100',
    proxy: 'http://localhost:4200',
    ehr: 'http://localhost:4300',
  },
  signIns: [{ name: 'Ana Souza', email: 'ana.souza@clinic.example', password: 'aurora-demo' }],
  patientsUrl: null,
};
const PHONES = 'http://192.168.0.7:4100';

it('says where the demo is and who may sign in, and nothing of a tour that was not asked for', () => {
  const said = sayStarted(stack, { hasTour: false });
  for (const address of Object.values(stack.urls)) expect(said).toContain(address);
  expect(said).toContain('ana.souza@clinic.example   aurora-demo   Ana Souza');
  expect(said).not.toMatch(/Tour|Visita|Phones/);
});

it('says how the tour is given, in both of its languages, and how a phone comes into it', () => {
  const said = sayStarted(stack, { hasTour: true });
  expect(said).toMatch(/Tour +Open http:\/\/localhost:4300: .*“Next”/);
  expect(said).toMatch(/Visita +Abra http:\/\/localhost:4300: .*“Avançar”/);
  expect(said).toContain('start again with --host lan');
  const open = sayStarted({ ...stack, patientsUrl: PHONES }, { hasTour: true, others: ['10.0.0.3 (en1)'] });
  expect(open).not.toContain('start again');
  expect(open).toMatch(/Phones +http:\/\/192\.168\.0\.7:4100\/answer/);
  expect(open).toContain('10.0.0.3 (en1)');
});
