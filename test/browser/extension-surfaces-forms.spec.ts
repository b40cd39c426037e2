import type { Page } from '@playwright/test';
import type { IntentOutput } from '../../extension/intents/requests.ts';
import { answerAna, GAD7 } from './extension-surfaces-ana.ts';
import { chart, EPOCH, expect, openSection, refuse, test } from './extension-surfaces-fixture.ts';
import { ANA } from './panel-data.ts';

const open = openSection;
const banner = (page: Page) => page.getByRole('banner');

test('sends no case that names the patient, shows what it found, and applies what is suggested', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['recommend.ask'] = {
    state: 'answered',
    recommendation: {
      mode: 'library',
      recommendation_text: 'Simulated: GAD-7 speaks to worry.',
      used_instruments: [
        {
          id: GAD7,
          title: 'Generalised Anxiety Disorder-7',
          shortTitle: 'GAD-7',
          tags: ['Anxiety'],
          score: 0.8,
        },
      ],
    },
  };
  await surface.open('side', chart());
  await open(page, 'Recommend');
  const text = page.getByRole('textbox', { name: 'Case description' });
  await text.fill('A. Lima, born 4 March 1990, ana.lima@mail.example, worries since June.');
  await page.getByRole('button', { name: 'Suggest instruments' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not sent: 3 patient identifiers in the text');
  await expect(alert.locator('mark')).toHaveText(['Lima', '4 March 1990', 'ana.lima@mail.example']);
  await surface.audit();
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('recommend.ask');
  await text.fill('A woman of 36 who worries since June.');
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'Suggest instruments' }).click();
  const suggestion = page.getByRole('region', { name: 'Suggestion' });
  await expect(suggestion).toContainText('Suggested by AI');
  await expect(suggestion).toContainText('does not replace clinical judgment. Mode: library');
  await expect(suggestion).toContainText('Simulated: GAD-7 speaks to worry.');
  expect(surface.asked.find(({ intent }) => intent === 'recommend.ask')).toMatchObject({
    epoch: EPOCH,
    input: { caseText: 'A woman of 36 who worries since June.' },
  });
  await surface.audit();
  await suggestion.getByRole('button', { name: 'Send GAD-7' }).click();
  await expect(page.getByRole('button', { name: 'Send GAD-7 to Ana Lima' })).toBeVisible();
});

test('links or registers a patient who is not linked, with what the page says, after saying what is missing', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  const read = surface.answers['chart.read'];
  surface.answers['chart.read'] = refuse('not-linked');
  await surface.open('side', chart());
  await expect(banner(page)).toContainText('Ana Lima on the page is not linked to the service');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Patient' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Ana');
  await name.fill('');
  await page.getByRole('button', { name: 'Link existing patient' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter a name.');
  await name.fill('Ana');
  await expect(page.getByLabel('Surname')).toHaveValue('Lima');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-03-04');
  await page.getByRole('button', { name: 'Register new patient' }).click();
  await expect(page.getByRole('alert')).toContainText('enter an e-mail or phone');
  await page.getByLabel('Phone').fill('+55 11 98765-4321');
  await surface.audit();
  await page.getByRole('button', { name: 'Register new patient' }).click();
  await expect(page.getByText('Register Ana Lima with the service')).toBeVisible();
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('patient.register');
  surface.answers['patient.register'] = { patientId: ANA, agreed: ['name'], notStored: ['birthday'] };
  surface.answers['chart.read'] = read;
  await page.getByRole('button', { name: 'Register new patient' }).click();
  await expect(
    page.getByText('Registered and linked. Not in the service’s record: date of birth.'),
  ).toBeFocused();
  expect(surface.asked.find(({ intent }) => intent === 'patient.register')).toMatchObject({
    epoch: EPOCH,
    input: { name: 'Ana', surname: 'Lima', birthday: '1990-03-04', phone: '+55 11 98765-4321' },
  });
  await expect(banner(page)).toContainText('Ana Lima, born 4 Mar 1990');
});

test('offers no link where the key may be another patient’s, and says why', async ({ page, surface }) => {
  answerAna(surface);
  surface.answers['chart.read'] = refuse('not-linked');
  const keys = [{ system: '', value: '482137' }];
  const ana = { keys, name: 'Ana Lima', birthday: '1990-03-04' };
  const status = (carried: { carried?: 'parted' }) =>
    chart({ context: { state: 'known', epoch: EPOCH, identity: { ...ana, ...carried } } });
  await surface.open('side', status({}));
  await open(page, 'Patient');
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('Ask your administrator to correct the site’s profile.');
  await surface.setStatus(status({ carried: 'parted' }));
  await expect(panel).toContainText('Reload the page to link it.');
  await expect(page.getByRole('button', { name: 'Link existing patient' })).toHaveCount(0);
  await surface.audit();
});

test('says that a header which fills field by field makes no first link, and where that is done', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['chart.read'] = refuse('not-linked');
  const keys = [{ system: '', value: '482137' }];
  const identity = { keys, name: 'Ana Lima', birthday: '1990-03-04', carried: 'filled' } as const;
  await surface.open('side', chart({ context: { state: 'known', epoch: EPOCH, identity } }));
  await open(page, 'Patient');
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('reloading does not change that');
  await expect(panel).toContainText('the proxy’s links page (its address ends in /links)');
  await expect(panel).not.toContainText('Reload the page');
  await expect(page.getByRole('button', { name: /Link|Register/ })).toHaveCount(0);
  await surface.audit();
});

const RUI = {
  ...{ patientId: '10172800-0000-4000-8000-000000000000', name: 'Ana Lima', hasNumber: true },
  ...{ birthday: '1990-03-04T00:00:00Z', email: 'ana.other@mail.example', phone: null },
};

for (const [code, more] of [
  ['PATIENT_HAS_OTHER_KEY', { status: 409 }],
  ['disagrees', {}],
] as const)
  test(`registers a namesake as another patient after both were compared: ${code}`, async ({
    page,
    surface,
  }) => {
    answerAna(surface);
    const read = surface.answers['chart.read'];
    surface.answers['chart.read'] = refuse(code, more);
    surface.answers['patient.alike'] = { isLinked: false, patients: [RUI], unreadable: 0 };
    await surface.open('side', chart());
    await open(page, 'Patient');
    const table = page.getByRole('table', { name: 'Compare with similar patients' });
    await expect(table.getByRole('row', { name: /record number/ })).toContainText('another record number');
    await expect(table.getByRole('row', { name: /date of birth/ })).toContainText('4 Mar 19904 Mar 1990');
    await expect(table.getByRole('row', { name: /e-mail/ })).toContainText('ana.other@mail.example');
    await page.getByLabel('E-mail').fill('ana.own@mail.example');
    const register = page.getByRole('button', { name: 'Register as another patient' });
    if (code !== 'disagrees') {
      const buttons = await page.getByRole('tabpanel').getByRole('button').allInnerTexts();
      const at = (label: string): number => buttons.indexOf(label);
      expect(at('Register as another patient')).toBeGreaterThan(-1);
      expect(at('Register as another patient')).toBeLessThan(at('Link this number instead'));
    }
    await surface.audit();
    await register.click();
    await expect(page.getByText('Register Ana Lima as a different patient')).toBeVisible();
    expect(surface.asked.map(({ intent }) => intent)).not.toContain('patient.register');
    surface.answers['patient.register'] = { patientId: ANA, agreed: ['name'], notStored: [] };
    surface.answers['chart.read'] = read;
    await register.click();
    await expect(page.getByText('Registered and linked.')).toBeFocused();
    expect(surface.asked.find(({ intent }) => intent === 'patient.register')).toMatchObject({
      epoch: EPOCH,
      input: { name: 'Ana', email: 'ana.own@mail.example', apartFrom: [RUI.patientId] },
    });
  });

test('offers no other patient where the number is linked', async ({ page, surface }) => {
  answerAna(surface);
  surface.answers['chart.read'] = refuse('disagrees');
  surface.answers['patient.alike'] = { isLinked: true, patients: [], unreadable: 0 };
  await surface.open('side', chart());
  await open(page, 'Patient');
  await expect(page.getByRole('button', { name: 'Remove link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register as another patient' })).toHaveCount(0);
});

for (const [code, status, said] of [
  ['PROFESSIONAL_EMAIL_ALREADY_EXIST', 409, 'already has a patient with this e-mail, so nobody'],
  ['CONFLICT', 409, 'already has a patient with this e-mail / phone, so nobody'],
  ['VALIDATION_ERROR', 400, 'does not say which: name, surname, e-mail and phone.'],
] as const)
  test(`says which fields a registration was refused for: ${code}`, async ({ page, surface }) => {
    answerAna(surface);
    surface.answers['chart.read'] = refuse('not-linked');
    surface.answers['patient.register'] = refuse(code, { status });
    await surface.open('side', chart());
    await open(page, 'Patient');
    await page.getByLabel('E-mail').fill('ana.own@mail.example');
    await page.getByLabel('Phone').fill('+55 11 98765-4321');
    const register = page.getByRole('button', { name: 'Register new patient' });
    await register.click();
    await register.click();
    await expect(page.getByRole('alert')).toContainText(said);
    await surface.audit();
  });

test('replaces the link of another record number after it was confirmed, and says who made the link', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  const read = surface.answers['chart.read'] as IntentOutput<'chart.read'>;
  surface.answers['chart.read'] = refuse('PATIENT_HAS_OTHER_KEY', { status: 409 });
  await surface.open('side', chart());
  await open(page, 'Patient');
  await expect(page.getByRole('tabpanel')).toContainText(
    'A matching patient is linked to another record number.',
  );
  await page.getByRole('button', { name: 'Link this number instead' }).click();
  await expect(page.getByText('Do this only if you have checked')).toBeVisible();
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('patient.relink');
  await surface.audit();
  surface.answers['patient.relink'] = { patientId: ANA, agreed: ['name', 'birthday'], notStored: [] };
  const origin = { at: '2026-08-11T12:00:00Z', by: 'ana.costa', page: 'clinic, page 1' };
  surface.answers['chart.read'] = { ...read, origin };
  await page.getByRole('button', { name: 'Link this number instead' }).click();
  await expect(page.getByText('Linked. The other record number is not linked any more.')).toBeFocused();
  expect(surface.asked.find(({ intent }) => intent === 'patient.relink')).toMatchObject({ epoch: EPOCH });
  await expect(page.getByRole('tabpanel')).toContainText(
    /Linked 11 Aug 2026.* by ana\.costa, from clinic, page 1\./,
  );
});

test('inactivates only after it was confirmed, and says of a lost answer that it may have been done', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['patient.inactivate'] = refuse('network', { isOutcomeUnknown: true });
  await surface.open('side', chart());
  await open(page, 'Patient');
  await expect(page.getByRole('cell', { name: 'Ana Lima matches' })).toBeVisible();
  await expect(page.getByText('Active.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Inactivate' }).click();
  await expect(page.getByText('Inactivate Ana Lima?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Inactivate' })).toBeFocused();
  await page.getByRole('button', { name: 'Inactivate' }).click();
  await page.getByRole('button', { name: 'Inactivate' }).click();
  await expect(page.getByRole('alert')).toContainText('We could not confirm whether it was saved');
  expect(surface.asked.filter(({ intent }) => intent === 'patient.inactivate')).toHaveLength(1);
});
