import type { ExplainedPage } from '../../extension/site/explain.ts';
import {
  chart,
  expect,
  refuse,
  SILENCE,
  settling,
  test,
  visitSections,
} from './extension-surfaces-fixture.ts';
import { answerOptions, FAULTS, PROFILE } from './extension-surfaces-profiles.ts';
import { longUnless } from './long.ts';

test('says of each profile where it came from, whether it is used, and which field of it is wrong', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  surface.answers['profiles.remove'] = {};
  await surface.open('options', chart());
  const cards = page.getByRole('tabpanel').getByRole('listitem');
  await expect(cards.nth(0)).toContainText('version 3, came with the extension, enabled');
  await expect(cards.nth(1)).toContainText('not used: a newer version exists');
  await expect(cards.nth(2)).toContainText('pages[0].patient[1].select');
  await expect(cards.nth(2)).toContainText('is missing; expected text in quotes');
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Export Clínica Demo' }).click();
  expect(await surface.did()).toEqual([
    ['save', 'demo.json', 'application/json', `${JSON.stringify(PROFILE, null, 2)}\n`],
  ]);
  await page.getByRole('button', { name: 'Remove broken' }).click();
  await page.getByRole('button', { name: 'Remove broken' }).click();
  await expect
    .poll(() => surface.asked.find(({ intent }) => intent === 'profiles.remove')?.input)
    .toEqual({ profileId: 'broken' });
});

test('adds a pasted profile only where it parses, and says field by field why not', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  await surface.open('options', chart());
  const paste = page.getByRole('textbox', { name: 'Profile as JSON' });
  const add = page.getByRole('button', { name: 'Validate and add' });
  await add.click();
  await expect(page.getByText('Paste a profile first.')).toBeVisible();
  await paste.fill('{"id": ');
  await add.click();
  await expect(page.getByText('Not valid JSON')).toBeVisible();
  expect(surface.asked.map(({ intent }) => intent)).not.toContain('profiles.add');
  surface.answers['profiles.add'] = { faults: FAULTS, id: null };
  await paste.fill(JSON.stringify(PROFILE));
  await add.click();
  await expect(page.getByRole('alert')).toContainText('pages[0].patient[1].select');
  surface.answers['profiles.add'] = { faults: [], id: 'demo' };
  await add.click();
  await expect(page.getByText('Profile demo added.')).toBeVisible();
  await expect(paste).toHaveValue('');
  expect(surface.asked.findLast(({ intent }) => intent === 'profiles.add')?.input).toEqual({
    profile: PROFILE,
  });
});

test('reads profiles from the address of a proxy, and a draft from what was pointed at', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  surface.answers['profiles.draft'] = { id: 'draft', match: ['https://ehr.example/*'] };
  await surface.open('options', chart());
  await page.getByRole('button', { name: 'Edit draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Profile as JSON' })).toHaveValue(/"id": "draft"/);
  await page.getByLabel('Proxy address').fill('http://panel.example');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('begins with https://')).toBeVisible();
  surface.answers['profiles.from'] = refuse('network');
  await page.getByLabel('Proxy address').fill('https://panel.example');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  surface.answers['profiles.from'] = { name: 'Panel', profiles: [] };
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Panel: 0 profiles imported.')).toBeVisible();
});

test('shows who is signed in and until when, and signs out', async ({ page, surface }) => {
  answerOptions(surface);
  surface.answers['sign.out'] = {};
  await surface.open('options', chart());
  await page.getByRole('tab', { name: 'Sign-ins' }).click();
  await expect(
    page.getByText('signed in as Dr. Bia Reis, until 21 Nov 2026, 15:00, unless renewed'),
  ).toBeVisible();
  await expect(page.getByText('Profiles could not be read from it: it does not answer')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out of Clínica Demo.')).toBeVisible();
  expect(surface.asked.find(({ intent }) => intent === 'sign.out')?.input).toEqual({
    proxy: 'https://panel.ehr.example',
  });
});

test('tells frame by frame what a profile finds, from where, and why not, and follows the page', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  const source = { isOptional: false, length: null, textLength: null, value: null, text: null } as const;
  const place = { select: '#side', state: 'hidden', count: 2 } as const;
  surface.answers['profiles.test'] = {
    faults: [],
    isMatched: true,
    frames: [
      {
        frameId: 0,
        origin: 'https://ehr.example',
        facts: null,
        explained: {
          origin: 'https://ehr.example',
          isTop: true,
          pages: [
            {
              page: 0,
              type: 'chart',
              isAddress: true,
              element: { select: '#chart', state: 'found', count: 1 },
              isThis: true,
              header: { select: '#chart header', state: 'missing', count: 0 },
              sources: [
                {
                  ...source,
                  kind: 'key',
                  from: 'url',
                  state: 'found',
                  value: '482137',
                  text: '/patients/482137',
                },
                { ...source, kind: 'name', from: 'text', state: 'missing' },
                { ...source, kind: 'phone', from: 'after', isOptional: true, state: 'missing' },
              ],
              places: [
                place,
                { select: '#top', state: 'found', count: 1, fault: { why: 'covered', measure: 80 } },
              ],
              rows: null,
            },
          ],
        },
      },
      { frameId: 4, origin: 'https://frames.example', explained: null, facts: null },
    ],
  };
  await surface.open('options', chart());
  await page.getByRole('button', { name: 'Test Clínica Demo' }).click();
  await page.getByRole('button', { name: 'Run test' }).click();
  const frame = page.getByRole('region', { name: 'Frame 0, https://ehr.example' });
  await expect(frame.getByRole('row', { name: 'record number' })).toContainText(
    'found: 482137 in “/patients/482137”',
  );
  await expect(frame.getByRole('row', { name: /^name/ })).toContainText('Not found.');
  await expect(frame.getByRole('row', { name: 'phone' })).toContainText('optional');
  await expect(frame).toContainText('Header #chart header: not found');
  await expect(frame).toContainText('Panel position #side: 2 found, none visible');
  await expect(frame).toContainText(
    'Panel position #top: found · the panel would stand badly there: covered by the page’s own content: 80 % of it',
  );
  await expect(page.getByText('This frame cannot be accessed.')).toBeVisible();
  await surface.audit();
  surface.answers['profiles.test'] = { faults: [], isMatched: false, frames: [] };
  await page.getByRole('checkbox', { name: 'Follow the page' }).check();
  await expect(page.getByText('does not match this tab')).toBeVisible();
  await expect(page.getByText('482137')).toHaveCount(0);
});

test('tries a profile in all tabs until it is stopped, and says what was never found', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  const chartPage: ExplainedPage = {
    page: 0,
    type: 'chart',
    isAddress: true,
    element: { select: '#chart', state: 'missing', count: 0 },
    isThis: false,
    header: null,
    sources: [],
    places: [],
    rows: null,
  };
  const explained = { origin: 'https://ehr.example', isTop: true, pages: [chartPage] };
  const frame = { frameId: 0, origin: 'https://ehr.example', facts: null, explained };
  surface.answers['profiles.test'] = { faults: [], isMatched: true, frames: [frame] };
  await surface.open('options', chart());
  await page.getByRole('button', { name: 'Test Clínica Demo' }).click();
  const survey = page.getByRole('region', { name: 'All tabs, for ten minutes' });
  await survey.getByRole('button', { name: 'Test all tabs' }).click();
  await expect(survey.getByRole('listitem')).toContainText('confirming element');
  await expect(survey.getByRole('listitem')).toContainText('never found.');
  await surface.audit();
  // In the page that is opened next it is there.
  const element = { select: '#chart', state: 'found', count: 1 } as const;
  const found: ExplainedPage = { ...chartPage, element, isThis: true };
  surface.answers['profiles.test'] = {
    faults: [],
    isMatched: true,
    frames: [{ ...frame, explained: { ...explained, pages: [found] } }],
  };
  await surface.setStatus(settling());
  await expect(survey.getByText('Everything that the profile names was found.')).toBeVisible();
  await survey.getByRole('button', { name: 'Stop' }).click();
  await expect(survey.getByText('Ended.')).toBeVisible();
});

test('adds a draft only once it was tried on three charts, or where a person says so', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  const draft = {
    id: 'draft',
    name: 'Draft',
    version: 1,
    proxy: 'https://panel.ehr.example',
    match: ['https://ehr.example/*'],
    pages: [{ type: 'chart', element: '#chart', patient: [{ kind: 'key', from: 'text', select: '#mrn' }] }],
  };
  surface.answers['profiles.draft'] = draft;
  surface.answers['profiles.add'] = { faults: [], id: 'draft' };
  const added = () => surface.asked.filter(({ intent }) => intent === 'profiles.add').length;
  await surface.open('options', chart());
  await page.getByRole('button', { name: 'Edit draft' }).click();
  await page.getByRole('button', { name: 'Validate and add' }).click();
  await expect(page.getByRole('alert')).toContainText('This draft has not been tried yet');
  expect(added()).toBe(0);
  await surface.audit();

  const explained = (record: string): ExplainedPage => ({
    page: 0,
    type: 'chart',
    isAddress: true,
    element: { select: '#chart', state: 'found', count: 1 },
    isThis: true,
    header: null,
    sources: [
      {
        kind: 'key',
        from: 'text',
        isOptional: false,
        state: 'found',
        length: record.length,
        textLength: record.length,
        value: record,
        text: record,
      },
    ],
    places: [],
    rows: null,
  });
  let record = '4821';
  surface.answers['profiles.test'] = () => ({
    faults: [],
    isMatched: true,
    frames: [
      {
        frameId: 0,
        origin: 'https://ehr.example',
        facts: null,
        explained: { origin: 'https://ehr.example', isTop: true, pages: [explained(record)] },
      },
    ],
  });
  await page.getByRole('button', { name: 'Run test' }).click();
  const survey = page.getByRole('region', { name: 'All tabs, for ten minutes' });
  await survey.getByRole('button', { name: 'Test all tabs' }).click();
  await expect(survey).toContainText('Tried on 1 of 3 charts of different patients.');
  record = '4822';
  await surface.setStatus(settling());
  await expect(survey).toContainText('Tried on 2 of 3 charts');
  record = '4823';
  await surface.setStatus(chart());
  await expect(survey).toContainText('Tried on 3 of 3 charts');
  await expect(survey).toContainText('Everything that the profile names was found.');
  await surface.audit();
  await page.getByRole('tab', { name: 'Sites' }).click();
  await page.getByRole('button', { name: 'Validate and add' }).click();
  await expect(page.getByText('Profile draft added')).toBeVisible();
  expect(added()).toBe(1);

  // As it is edited it is another draft; a person can still add it.
  await page.getByRole('textbox', { name: 'Profile as JSON' }).fill(JSON.stringify({ ...draft, version: 2 }));
  await page.getByRole('button', { name: 'Validate and add' }).click();
  await expect(page.getByRole('alert')).toContainText('three charts of different patients');
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await expect.poll(added).toBe(2);
});

test('speaks the language that is chosen at once, and looks as is chosen', async ({ page, surface }) => {
  answerOptions(surface);
  surface.answers['language.set'] = {};
  await surface.open('options', chart());
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark');
  await page.getByRole('radio', { name: 'Português (Brasil)' }).check();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('instrument-panel: Opções');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  expect(surface.asked.findLast(({ intent }) => intent === 'language.set')?.input).toEqual({
    language: 'pt-BR',
  });
});

test('shows what is chosen at once, takes the last word, and puts back what could not be saved', async ({
  page,
  surface,
}) => {
  answerOptions(surface);
  surface.answers['language.set'] = SILENCE;
  await surface.open('options', chart());
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const own = page.getByRole('radio', { name: 'Português (Brasil)' });
  const english = page.getByRole('radio', { name: 'English' });
  const asked = () => surface.asked.filter(({ intent }) => intent === 'language.set');
  await own.check();
  // The first is still being saved.
  await english.check();
  await expect
    .poll(() => asked().map(({ input }) => input))
    .toEqual([{ language: 'pt-BR' }, { language: 'en' }]);
  await surface.answer(asked()[0]?.id ?? 0, {});
  await surface.answer(asked()[1]?.id ?? 0, {});
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(english).toBeChecked();
  surface.answers['language.set'] = refuse('service');
  await own.click();
  await expect(english).toBeChecked();
  await expect(page.getByRole('alert')).toBeVisible();
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
      answerOptions(surface);
      await surface.open('options', chart(), language);
      await visitSections(page, () => surface.audit());
    },
  );
}
