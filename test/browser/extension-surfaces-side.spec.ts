import type { Page } from '@playwright/test';
import { AT, answerAna, GAD7, PATIENT, SUBMISSIONS } from './extension-surfaces-ana.ts';
import {
  another,
  chart,
  EPOCH,
  expect,
  openSection,
  refuse,
  SILENCE,
  settling,
  site,
  test,
  visitSections,
} from './extension-surfaces-fixture.ts';
import { longUnless } from './long.ts';
import { PHQ9, PROFESSIONAL } from './panel-data.ts';

const open = openSection;
const banner = (page: Page) => page.getByRole('banner');
/** Anything that is Ana's: her name, birthday, scores. */
const OF_ANA = /Ana|Lima|1990|482137|PHQ-9/;

test('shows the courses of the patient by the chart panel’s own views, and opens their answers', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  await surface.open('side', chart());
  await expect(banner(page)).toContainText('Ana Lima, born 4 Mar 1990');
  await expect(page.locator('tr.row', { hasText: 'PHQ-9' })).toContainText('10 Aug 2026');
  await page.getByText('PHQ-9', { exact: true }).click();
  await page.getByRole('button', { name: /View answers|latest answers/i }).click();
  await expect(page.getByRole('dialog')).toContainText('Topic 9');
  expect(await surface.textAtOnce(another())).not.toMatch(OF_ANA);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('leaves nothing of a patient behind in the moment the page says another or nothing clear, in any section', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['apply.applications'] = { items: [], unreadable: 0 };
  await surface.open('side', chart());
  const answersOfAna = { ...surface.answers };
  for (const section of ['Scores', 'Send', 'History', 'Notifications', 'Patient', 'Recommend']) {
    await open(page, section);
    await expect(banner(page)).toContainText('Ana Lima');
    await expect(page.getByRole('tabpanel').locator('.wait')).toHaveCount(0);
    if (section === 'Recommend') await page.getByRole('textbox').first().fill('PHQ-9 of Ana Lima');
    expect(await surface.textAtOnce(settling()), section).not.toMatch(OF_ANA);
    await surface.setStatus(chart());
    await expect(banner(page)).toContainText('Ana Lima');
    surface.answers['chart.read'] = surface.answers['history.read'] = SILENCE;
    expect(await surface.textAtOnce(another()), section).not.toMatch(OF_ANA);
    await expect(page.getByRole('alert')).toHaveCount(0);
    Object.assign(surface.answers, answersOfAna);
    await surface.setStatus(chart());
  }
});

test('drops an answer about the patient before, however late it comes', async ({ page, surface }) => {
  answerAna(surface);
  const { answers } = surface;
  const history = answers['history.read'];
  answers['history.read'] = SILENCE;
  await surface.open('side', chart());
  await open(page, 'History');
  await expect.poll(() => surface.asked.at(-1)?.intent).toBe('history.read');
  const { id, epoch } = surface.asked.at(-1) ?? { id: 0, epoch: null };
  expect(epoch).toBe(EPOCH);
  await surface.setStatus(another());
  await surface.answer(id, history);
  await expect
    .poll(() => surface.asked.some((one) => one.epoch !== EPOCH && one.intent === 'history.read'))
    .toBe(true);
  await expect(page.getByText('PHQ-9')).toHaveCount(0);
});

test('keeps a half-filled form over a moment without a patient, and gives it to nobody else', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  await surface.open('side', chart());
  await open(page, 'Send');
  await page.getByRole('option', { name: 'GAD-7' }).click();
  await page.getByRole('radio', { name: 'Every week' }).check();
  await surface.setStatus(settling());
  await expect(page.getByRole('tabpanel').getByRole('option')).toHaveCount(0);
  await surface.setStatus(chart());
  await expect(page.getByRole('radio', { name: 'Every week' })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Send GAD-7 to Ana Lima' })).toBeVisible();
  await surface.audit();
  await surface.setStatus(another());
  await expect(page.getByRole('button', { name: /to Ana/ })).toHaveCount(0);
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('apply.create');
});

test('applies once, for the epoch that was shown, and warns where the patient changed before the answer', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['apply.create'] = SILENCE;
  await surface.open('side', chart());
  await open(page, 'Library');
  await page.getByRole('button', { name: 'Send GAD-7' }).click();
  await page.getByRole('button', { name: 'Send GAD-7 to Ana Lima' }).click();
  await expect.poll(() => surface.asked.at(-1)?.intent).toBe('apply.create');
  expect(surface.asked.at(-1)).toMatchObject({
    epoch: EPOCH,
    input: { formId: GAD7, input: { recurrenceCycle: 'NOW' } },
  });
  await surface.setStatus(another());
  await expect(page.getByText('We could not confirm something')).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('We could not confirm something')).toHaveCount(0);
  expect(surface.asked.filter(({ intent }) => intent === 'apply.create')).toHaveLength(1);
});

test('offers no form where page and record agree in nothing but the number', async ({ page, surface }) => {
  answerAna(surface);
  surface.answers['chart.read'] = {
    patient: PATIENT,
    professionalId: PROFESSIONAL,
    applications: [],
    courses: [],
    unreadable: 0,
    agreed: [],
    at: 0,
    serviceAt: null,
  };
  await surface.open('side', chart());
  await open(page, 'Send');
  await expect(page.getByText('the patient cannot be confirmed')).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('option')).toHaveCount(0);
});

test('gives the library and recommendations without a patient, and says why there is none', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['recommend.ask'] = { state: 'answered', recommendation: { used_instruments: [] } };
  await surface.open('side', chart({ context: { state: 'none' } }));
  await expect(banner(page)).toContainText('No patient');
  await open(page, 'Send');
  await expect(page.getByText('Open a patient’s chart')).toBeVisible();
  await surface.audit();
  await open(page, 'Library');
  await page.getByRole('searchbox').fill('anxi');
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Details of GAD-7' }).click();
  await expect(page.getByRole('heading', { name: 'Generalised Anxiety Disorder-7' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the library' }).click();
  await expect(page.getByRole('button', { name: 'Details of GAD-7' })).toBeFocused();
  await open(page, 'Recommend');
  await expect(page.getByText('the text cannot be checked')).toBeVisible();
  await page.getByRole('textbox').first().fill('Worries.');
  await page.getByRole('button', { name: 'Suggest instruments' }).click();
  await expect(page.getByText('suggests no instrument')).toBeVisible();
  expect(surface.asked.find(({ intent }) => intent === 'recommend.ask')?.epoch).toBeNull();
});

test('offers to sign in where nobody is, and asks for nothing of a patient before', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  surface.answers['sign.in'] = { state: 'cancelled' };
  await surface.open('side', chart({ site: site({ signIn: 'ended' }) }));
  await expect(page.getByText('Your sign-in has ended').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The sign-in window was closed.')).toBeVisible();
  expect(surface.asked.map(({ intent }) => intent)).toEqual(['language.read', 'sign.in']);
  await surface.audit();
});

test('tries again where something could not be read, and says what is not current', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  const history = surface.answers['history.read'];
  surface.answers['history.read'] = refuse('INTERNAL', { status: 500, traceId: 'trace-7' });
  await surface.open('side', chart());
  await open(page, 'History');
  await expect(page.getByRole('alert')).toContainText('Support reference: trace-7');
  surface.answers['history.read'] = history;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /10 Aug 2026, 09:00/ })).toContainText('Answered');
  await expect(page.getByText('Updated 11 Aug 2026, 09:00')).toBeVisible();
  await expect(page.getByText('AI summary of 1 Aug 2026 (before the latest answers)')).toBeVisible();
  surface.answers['history.read'] = refuse('offline');
  await surface.push({ type: 'changed', epoch: EPOCH });
  await expect(page.getByText('Out of date. Last updated 11 Aug 2026, 09:00.')).toBeVisible();
  await expect(page.getByRole('row', { name: /10 Aug 2026, 09:00/ })).toBeVisible();
});

test('says that nothing was sent only where all that the service has could be read', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  const nothing = { applications: [], submissions: [], lostRows: [], at: AT, serviceAt: AT };
  surface.answers['history.read'] = { ...nothing, lostApplications: 2, unreadable: 2 };
  await surface.open('side', chart());
  await open(page, 'History');
  await expect(page.getByText(/2 .*could not be read/)).toBeVisible();
  await expect(page.getByText('No questionnaires sent to this patient yet.')).toHaveCount(0);
  surface.answers['history.read'] = { ...nothing, lostApplications: 0, unreadable: 0 };
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No questionnaires sent to this patient yet.')).toBeVisible();
});

test('has a row for a request that could not be read, with its flag, and each state in words', async ({
  page,
  surface,
}) => {
  answerAna(surface);
  const [first] = SUBMISSIONS;
  if (!first) throw new Error('Ana has no submissions');
  surface.answers['history.read'] = {
    applications: [],
    submissions: [
      { ...first, id: 9, status: 'CANCELED_LATE', score: null, completedFillAt: null },
      { ...first, id: 8, completedFillAt: null, notifiedAt: '2026-08-01T12:00:00Z' },
      { ...first, id: 7, completedFillAt: '2199-01-01T00:00:00Z', notifiedAt: null, startedAt: null },
    ],
    lostRows: [{ formTemplateId: PHQ9, completedFillAt: '2026-08-09T12:00:00Z', riskFlagCount: 1 }],
    lostApplications: 0,
    unreadable: 3,
    at: AT,
    serviceAt: AT,
  };
  await surface.open('side', chart());
  await open(page, 'History');
  const rows = page.getByRole('tabpanel').locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText(/9 Aug 2026.*Could not be read.*Risk flag/);
  await expect(rows.nth(0).getByRole('button')).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('Not answered: replaced by the next request');
  await expect(rows.nth(2)).toContainText('Requested 1 Aug 2026');
  await expect(rows.nth(3)).toContainText('no date');
  await expect(page.getByText('2 fields could not be read')).toBeVisible();
  await surface.audit();
});

test('goes where a panel asks it to, and from tab to tab by the keyboard', async ({ page, surface }) => {
  answerAna(surface);
  await surface.open('side', chart());
  await surface.push({ type: 'go', at: 'recommend' });
  await expect(page.getByRole('combobox', { name: 'More' })).toHaveValue('recommend');
  await expect(page.getByRole('tabpanel', { name: 'Recommend' })).toBeVisible();
  // From a chart it opens on the scores.
  await surface.push({ type: 'go', at: 'overview' });
  await expect(page.getByRole('tab', { name: 'Scores' })).toHaveAttribute('aria-selected', 'true');
  await open(page, 'Notifications');
  await expect(page.getByRole('cell', { name: 'ana.lima@mail.example' })).toBeVisible();
  for (const name of ['request to answer', 'sent', 'e-mail'])
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Scores' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Scores' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Scores' })).toHaveAttribute('aria-selected', 'true');
});

for (const language of ['en', 'pt-BR', 'es'])
  test(`its tabs are one line, at the widths of a side panel, ${language}`, async ({ page, surface }) => {
    answerAna(surface);
    await surface.open('side', chart(), language);
    const menu = page.locator('.tabs select');
    for (const width of [320, 360, 400]) {
      await page.setViewportSize({ width, height: 800 });
      for (const section of ['', 'notifications', 'recommend']) {
        if (section) await menu.selectOption(section);
        const boxes = await page.locator('.tabs :is([role=tab], select)').evaluateAll((all) =>
          all.map((one) => {
            const { top, right } = one.getBoundingClientRect();
            return { top, right, isCut: one.scrollWidth > one.clientWidth };
          }),
        );
        expect(new Set(boxes.map(({ top }) => top)).size, `${width} px`).toBe(1);
        expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
        expect(boxes.filter(({ isCut }) => isCut)).toEqual([]);
      }
    }
  });

for (const [scheme, language, width] of [
  ['light', 'en', 1280],
  ['dark', 'pt-BR', 360],
] as const) {
  test(
    `has no barrier in any section, ${scheme}, ${language}, ${width} px`,
    longUnless(width === 360),
    async ({ page, surface }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      answerAna(surface);
      await surface.open('side', chart(), language);
      await expect(banner(page)).toContainText('Ana Lima');
      await visitSections(page, () => surface.audit());
    },
  );
}
