import type { Page } from '@playwright/test';
import type { TabStatus } from '../../extension/intents/protocol.ts';
import { answerCaseload, flag, NOW, smallClinic } from './caseload-fixture.ts';
import { answerAna, GAD7, PATIENT } from './extension-surfaces-ana.ts';
import {
  another,
  chart,
  expect,
  refuse,
  type Surface,
  settling,
  test,
} from './extension-surfaces-fixture.ts';
import { ANA, PROFESSIONAL } from './panel-data.ts';

/** A tab with a list of patients in it. */
const listPage = (more: Partial<TabStatus> = {}): TabStatus =>
  chart({
    context: { state: 'none' },
    frames: [
      {
        frameId: 0,
        origin: 'https://ehr.example',
        mounts: false,
        facts: { version: 1, type: 'list', page: 1, found: [], gaps: [], place: 0 },
      },
    ],
    ...more,
  });

/** A clinic of seven whose first patient is Ana Lima, with her chart. */
function answerClinic(surface: Surface, professionalId = PROFESSIONAL) {
  const clinic = smallClinic();
  const ofAna = (id: string): string => (id === clinic.patients[0]?.serviceId ? ANA : id);
  clinic.submissions = clinic.submissions.map((one) => ({ ...one, patient: ofAna(one.patient) }));
  clinic.applications = clinic.applications.map((one) => ({ ...one, patient: ofAna(one.patient) }));
  clinic.patients = clinic.patients.map((one) => ({ ...one, serviceId: ofAna(one.serviceId) }));
  const by = (path: string) => (input: Record<string, unknown>) => ({
    professionalId,
    reply: {
      data: answerCaseload(
        { clinic, rows: 1_000 },
        `/caseload/${path}`,
        new URLSearchParams(input as Record<string, string>),
      ),
      unreadable: [],
      lostRows: [],
      status: 200,
      receivedAt: NOW,
      sentAt: NOW,
    },
  });
  answerAna(surface);
  Object.assign(surface.answers, {
    'caseload.patients': by('patients'),
    'caseload.applications': by('applications'),
    'caseload.submissions': by('submissions'),
    'caseload.seen': {},
    'listed.chart': { ...(surface.answers['chart.read'] as object), agreed: [] },
  });
  return clinic;
}

const grid = (page: Page) => page.getByRole('grid');
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const asked = (surface: Surface, intent: string) => surface.asked.filter((one) => one.intent === intent);
const ofAll = /Bruno|Clara|Davi|Elisa/;

test('the side panel shows all patients where the page shows none, flags first, and none of them beside a patient', async ({
  page,
  surface,
}) => {
  answerClinic(surface);
  await surface.open('side', listPage());
  await expect(row(page, 'Ana Lima')).toContainText('PHQ-9');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Ana Lima');
  await expect(page.getByRole('tab', { name: 'Patients' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /1 risk flag/ })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ forcedColors: 'active' });
  await surface.audit();
  expect(await surface.textAtOnce(settling())).not.toMatch(ofAll);
  expect(await surface.textAtOnce(chart())).not.toMatch(ofAll);
  await expect(page.getByRole('banner')).toContainText('Ana Lima, born 4 Mar 1990');
  await surface.setStatus(listPage());
  await expect(row(page, 'Bruno')).toBeVisible();
  expect(asked(surface, 'caseload.patients')).toHaveLength(1);
  expect(await surface.textAtOnce(listPage({ frames: [] }))).not.toMatch(ofAll);
});

test('a patient of the list is opened as chosen there, can be read and not written to, and gives way to the page’s', async ({
  page,
  surface,
}) => {
  answerClinic(surface);
  await surface.open('side', listPage());
  await row(page, 'Ana Lima').getByRole('button', { name: 'Ana Lima' }).click();
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Ana Lima, born 4 Mar 1990');
  await expect(banner).toContainText('Chosen from your list. The page shows no patient.');
  await expect(page.locator('tr.row', { hasText: 'PHQ-9' })).toContainText('10 Aug 2026');
  await expect(page.getByRole('button', { name: /Send|Cancel|Finish/ })).toHaveCount(0);
  expect(asked(surface, 'listed.chart').map(({ input, epoch }) => [input, epoch])).toEqual([
    [{ patientId: ANA }, null],
  ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await surface.audit();
  const back = page.getByRole('button', { name: 'All patients' });
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Ana Lima')).toBeFocused();
  await expect(banner).not.toContainText('Ana');
  await page.keyboard.press('Enter');
  await expect(banner).toContainText('Ana Lima');
  surface.answers['chart.read'] = refuse('not-linked');
  expect(await surface.textAtOnce(another())).not.toMatch(/Ana|Chosen/);
  await surface.setStatus(listPage());
  await expect(row(page, 'Ana Lima')).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('nothing is shown of a patient who is another than the one who was chosen', async ({
  page,
  surface,
}) => {
  answerClinic(surface);
  const patient = { ...PATIENT, serviceId: GAD7, name: 'Zoe' };
  surface.answers['listed.chart'] = { ...(surface.answers['chart.read'] as object), patient } as never;
  await surface.open('side', listPage());
  await row(page, 'Ana Lima').getByRole('button', { name: 'Ana Lima' }).click();
  await expect(page.getByRole('tabpanel').getByRole('alert')).toBeVisible();
  await expect(page.getByText('Zoe')).toHaveCount(0);
});

test('what was seen moves by the button, or where a whole list is left; not by reading it, and for its person alone', async ({
  page,
  surface,
}) => {
  answerClinic(surface);
  const { answers } = surface;
  const applications = answers['caseload.applications'];
  answers['caseload.applications'] = refuse('network');
  await surface.open('side', listPage());
  await expect(row(page, 'Clara')).toContainText('since you last looked');
  await surface.setStatus(chart());
  await expect(page.getByRole('banner')).toContainText('Ana Lima');
  expect(asked(surface, 'caseload.seen')).toEqual([]);
  answers['caseload.applications'] = applications;
  await surface.setStatus(listPage());
  await page.getByRole('button', { name: 'Try again' }).click();
  const mark = page.getByRole('button', { name: 'Mark as seen' });
  await expect(mark).toBeEnabled();
  await expect(page.getByText('7 patients', { exact: true })).toBeVisible();
  expect(asked(surface, 'caseload.seen')).toEqual([]);
  await surface.setStatus(chart());
  await expect.poll(() => asked(surface, 'caseload.seen').length).toBe(1);
  const { professionalId, seenAt } = asked(surface, 'caseload.seen')[0]?.input ?? {};
  expect(professionalId).toBe(PROFESSIONAL);
  // By the service's clock, which goes on from the 20th of November at noon.
  expect(seenAt).toMatch(/^2026-11-20T12:0/);
  await surface.setStatus(listPage());
  await mark.click();
  await expect.poll(() => asked(surface, 'caseload.seen').length).toBe(2);
  await expect(row(page, 'Ana Lima')).toBeVisible();
  await expect(grid(page)).not.toContainText('since you last looked');
});

test('an event brings the answer that it tells of, and a flag is announced', async ({ page, surface }) => {
  const clinic = answerClinic(surface);
  await surface.open('side', listPage());
  await expect(page.getByText('7 patients', { exact: true })).toBeVisible();
  const [, , clara] = clinic.patients;
  clinic.submissions.push({
    id: 390,
    patient: clara?.serviceId ?? '',
    application: 30,
    at: NOW - 1,
    ...flag,
  });
  await surface.push({
    type: 'changed',
    epoch: null,
    submissionId: 390,
  });
  await expect(page.getByRole('button', { name: /2 risk flags/ })).toBeVisible();
  expect(asked(surface, 'caseload.submissions').filter(({ input }) => `${input.ids}` === '390')).not.toEqual(
    [],
  );
});

test('where another person has signed in, their list is read from its beginning', async ({
  page,
  surface,
}) => {
  answerClinic(surface);
  await surface.open('side', listPage());
  await expect(row(page, 'Bruno')).toBeVisible();
  const clinic = answerClinic(surface, GAD7);
  clinic.patients = [{ serviceId: ANA, name: 'Zoe' }];
  clinic.submissions = [];
  clinic.applications = [];
  await surface.push({
    type: 'changed',
    epoch: null,
    submissionId: 1,
  });
  await expect(row(page, 'Zoe')).toBeVisible();
  await expect(row(page, 'Bruno')).toHaveCount(0);
});
