import type { TabStatus } from '../../extension/intents/protocol.ts';
import type { PlaceReport } from '../../extension/site/facts.ts';
import { chart, expect, refuse, settling, site, test } from './extension-surfaces-fixture.ts';
import { ANA } from './panel-data.ts';

const PATIENT = { serviceId: ANA, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' };

test('names the patient of the page by the service’s record, only once signed in, and no longer than the page does', async ({
  page,
  surface,
}) => {
  surface.answers['apply.patient'] = PATIENT;
  await surface.open('popup', chart({ site: site({ signIn: 'signed-out' }) }));
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Ana')).toHaveCount(0);
  expect(surface.asked.map(({ intent }) => intent)).toEqual(['language.read']);
  await surface.setStatus(chart());
  await expect(page.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
  // Where scores are shown it says so, and not why nothing were.
  await expect(page.getByText('Scores of this patient are shown on the page.')).toBeVisible();
  await expect(page.getByText('Why nothing is shown')).toHaveCount(0);
  await surface.audit();
  expect(await surface.textAtOnce(settling())).not.toMatch(/Ana|Lima|1990/);
  await expect(page.getByText('The page is loading')).toBeVisible();
});

test('asks the browser for the site and its frames straight in the click, then enables it', async ({
  page,
  surface,
}) => {
  surface.answers['site.enable'] = {};
  const off = site({ isGranted: false, isEnabled: false, signIn: 'signed-out' });
  await surface.open('popup', chart({ site: off, frames: [], context: { state: 'none' } }));
  await expect(page.getByText('Not enabled on this site')).toBeVisible();
  await page.getByRole('button', { name: 'Enable on Clínica Demo' }).click();
  await expect
    .poll(() => surface.asked.at(-1))
    .toMatchObject({
      intent: 'site.enable',
      input: { profileId: 'demo' },
      epoch: null,
    });
  expect(await surface.did()).toEqual([
    ['requestSites', ['https://ehr.example/*', 'https://frames.example/*']],
  ]);
});

test('stays off, and says so, where the person does not let it onto the site', async ({ page, surface }) => {
  const off = site({ isGranted: false, isEnabled: false });
  await surface.open('popup', chart({ site: off, frames: [], context: { state: 'none' } }));
  await page.evaluate(() => Reflect.set(globalThis, 'granted', false));
  await page.getByRole('button', { name: 'Enable on Clínica Demo' }).click();
  await expect(page.getByRole('alert')).toContainText('The extension stays off here');
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('site.enable');
});

test('says of a patient who is not linked where to link them, and of one who contradicts the record that they do', async ({
  page,
  surface,
}) => {
  surface.answers['apply.patient'] = refuse('not-linked');
  await surface.open('popup', chart());
  await expect(page.getByText('Link or register the patient in the side panel.')).toBeVisible();
  surface.answers['apply.patient'] = refuse('disagrees');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('disagree about this patient: nothing is shown')).toBeVisible();
});

test('lists what the badge counts, risk marked, until it is marked as seen', async ({ page, surface }) => {
  const answeredAt = Date.UTC(2026, 7, 10, 12);
  surface.answers['apply.patient'] = PATIENT;
  surface.answers['badge.seen'] = {};
  surface.answers['news.read'] = {
    items: [
      {
        submissionId: 2,
        patientId: ANA,
        patientName: 'Ana Lima',
        instrument: 'PHQ-9',
        answeredAt,
        risk: 'high',
      },
      {
        submissionId: 1,
        patientId: ANA,
        patientName: null,
        instrument: null,
        answeredAt: null,
        risk: 'unknown',
      },
      {
        submissionId: 3,
        patientId: ANA,
        patientName: '',
        instrument: 'GAD-7',
        answeredAt,
        risk: 'flagged',
      },
      {
        submissionId: 4,
        patientId: ANA,
        patientName: 'Ana Lima',
        instrument: 'GAD-7',
        answeredAt,
        risk: 'none',
      },
    ],
    unreadable: 1,
    at: 0,
  };
  await surface.open('popup', chart({ site: site({ news: { answers: 5, risks: 1 } }) }));
  const news = page.getByRole('region', { name: 'New answers' });
  await expect(news).toContainText('5 new answers, 1 high risk');
  await expect(news.getByRole('listitem')).toHaveText([
    /Ana Lima\s*High risk\s*PHQ-9, 10 Aug 2026, 09:00/,
    /^patient not known\s*Risk data unavailable\s*unknown instrument$/,
    /^patient with no name on record\s*Risk flag\s*GAD-7, 10 Aug 2026, 09:00$/,
    /^Ana Lima\s*GAD-7, 10 Aug 2026, 09:00$/,
  ]);
  await expect(news).toContainText('1 item could not be read');
  await surface.audit();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect.poll(() => surface.asked.at(-1)?.intent).toBe('badge.seen');
});

test('says at which places the panel would stand badly, and why, whether it stands at another or nowhere', async ({
  page,
  surface,
}) => {
  surface.answers['apply.patient'] = PATIENT;
  const known = chart();
  const narrow = { place: 0, fault: { why: 'narrow', measure: 14 } } as const;
  const withPlaces = (places: PlaceReport): TabStatus => ({
    ...known,
    frames: known.frames.map((frame) => ({ ...frame, places })),
  });
  await surface.open('popup', withPlaces({ at: 1, refused: [narrow] }));
  await expect(page.getByText('Position 1: only 14 px wide.')).toBeVisible();
  await expect(page.getByText('Scores of this patient are shown on the page.')).toBeVisible();
  const turned = { place: 1, fault: { why: 'turned', measure: 80 } } as const;
  await surface.setStatus(withPlaces({ at: null, refused: [narrow, turned] }));
  await expect(page.getByRole('heading', { name: 'Why nothing is shown' })).toBeVisible();
  await expect(page.getByText('The panel does not fit on this page')).toBeVisible();
  await expect(
    page.getByText(/Position 2: turned or distorted by the page, so clicks cannot be protected/),
  ).toBeVisible();
  await expect(page.getByText('Scores of this patient are shown on the page.')).toHaveCount(0);
  await surface.audit();
});

test('disables the site after asking, and gives the permission back', async ({ page, surface }) => {
  surface.answers['apply.patient'] = PATIENT;
  surface.answers['site.disable'] = {};
  await surface.open('popup', chart());
  await page.getByRole('button', { name: 'Disable on this site' }).click();
  await expect(page.getByText('Scores are no longer shown on Clínica Demo')).toBeVisible();
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('site.disable');
  await page.getByRole('button', { name: 'Disable on this site' }).click();
  await expect
    .poll(() => surface.did())
    .toEqual([['releaseSites', ['https://ehr.example/*', 'https://frames.example/*']]]);
});

test('knows nothing of the page while the background is away, and goes on when it is back', async ({
  page,
  surface,
}) => {
  surface.answers['apply.patient'] = PATIENT;
  await surface.open('popup', chart());
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await surface.cut();
  await expect(page.getByText('Ana Lima')).toHaveCount(0);
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

for (const [scheme, language] of [
  ['light', 'en'],
  ['dark', 'pt-BR'],
] as const) {
  test(`has no barrier on a site that it does not know, ${scheme}, ${language}`, async ({
    page,
    surface,
  }) => {
    await page.setViewportSize({ width: 360, height: 600 });
    await page.emulateMedia({ colorScheme: scheme });
    surface.answers['point.start'] = {};
    await surface.open(
      'popup',
      chart({ site: null, frames: [], context: { state: 'none' }, faultyProfiles: 1 }),
      language,
    );
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await surface.audit();
    await page.getByRole('combobox').selectOption('name');
    await page.getByRole('button', { name: language === 'en' ? 'Point at it' : 'Apontar na página' }).click();
    await expect.poll(() => surface.did()).toEqual([['close']]);
    expect(surface.asked.at(-1)).toMatchObject({ intent: 'point.start', input: { tabId: 7, what: 'name' } });
  });
}
