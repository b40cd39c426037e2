import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { expect, patient, sparkline, submissionsOf, tableOf, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

test.describe('what a sparkline says', () => {
  test('the picture, the latest score of the maximum, its range and what is known of risk stand there', async ({
    page,
    lists,
  }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA));
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    await expect(page.locator(text('range'))).toHaveText('in range Moderate');
    await expect(page.locator(text('risk'))).toContainText('No risk flag recorded as of 10 Aug 2026');
    await expect(page.getByRole('img')).toHaveAccessibleName(
      'PHQ-9: 6 answers, 1 Jun 2026 to 10 Aug 2026. First 19, lowest 11, highest 19, latest 14. Scale 0 to 27, higher is worse.',
    );
  });

  test('the picture is drawn over the full scale, and says what its name says', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, [0, 27]);
    await lists.open(sparkline(ANA));
    // 90 by 14 px within 5 px of air: 0 at the bottom, 27 at the top.
    await expect(page.locator('instrument-sparkline path.line')).toHaveAttribute('d', 'M5 19L95 5');
    await expect(page.getByRole('img')).toHaveAccessibleName(/First 0, lowest 0, highest 27, latest 27\./);
  });

  test('missed requests are dashes, and are counted in the name', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, [19, 17, 18], { missed: [20] });
    await lists.open(sparkline(ANA));
    await expect(page.locator('instrument-sparkline path.gap')).toHaveAttribute('d', /^M50 .*L95 /);
    await expect(page.getByRole('img')).toHaveAccessibleName(/1 request was not answered\.$/);
  });

  test('risk has three different marks and sentences, above the score', async ({ page, lists }) => {
    const risk = page.locator(text('risk'));
    const mark = page.locator('instrument-sparkline #mark');
    lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
    await lists.open(sparkline(ANA));
    await expect(risk).toContainText('Risk flag, 10 Aug 2026');
    await expect(risk).toContainText('Risk flag in the latest answer, 10 Aug 2026.');
    await expect(mark).toHaveText('!');
    await expect(page.locator('instrument-sparkline path.flags')).toHaveCount(1);
    const [above, beneath] = await Promise.all([
      risk.boundingBox(),
      page.locator(text('score')).boundingBox(),
    ]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(beneath?.y ?? 0);

    lists.submissions = submissionsOf(ANA, COURSE, { flagged: [2] });
    await lists.open(sparkline(ANA));
    await expect(risk).toContainText('Risk flag in an earlier answer, 29 Jun 2026.');

    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA));
    await expect(risk).toContainText('No risk flag recorded as of 10 Aug 2026.');
    await expect(mark).toHaveText('–');

    lists.submissions = submissionsOf(ANA, COURSE).map(
      ({ hasHighRisk, riskFlagCount, ...without }) => without,
    );
    await lists.open(sparkline(ANA));
    await expect(risk).toContainText('Risk data unavailable: check the answers themselves.');
    await expect(mark).toHaveText('?');
  });

  for (const density of ['line', 'compact', 'comfortable'] as const) {
    test(`in density ${density} the same is said, whatever is seen of it`, async ({ lists, page }) => {
      lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
      await lists.open(sparkline(ANA, `density="${density}"`));
      await expect(page.locator('instrument-sparkline svg')).toHaveCount(1);
      const said = await lists.said();
      for (const sentence of [
        'Risk flag in the latest answer, 10 Aug 2026.',
        '14',
        'of 27',
        'in range Moderate',
        'Latest answer 10 Aug 2026',
      ])
        expect(said).toContain(sentence);
      await expect(page.locator('instrument-sparkline #mark')).toBeInViewport();
    });
  }

  test('Portuguese is Portuguese throughout', async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA, 'lang="pt-BR"'));
    await expect(page.locator(text('score'))).toHaveText('14 de 27');
    await expect(page.locator(text('risk'))).toContainText(
      'Nenhum sinal de risco registrado até 10 ago. 2026',
    );
    await expect(page.getByRole('img')).toHaveAccessibleName(
      'PHQ-9: 6 respostas, de 1 jun. 2026 a 10 ago. 2026. Primeira: 19; menor: 11; maior: 19; última: 14. Escala de 0 a 27, mais alto é pior.',
    );
  });

  test('without form-id the instrument of the latest answer is shown, and named', async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA).replace(/form-id="[^"]*"/, ''));
    await expect(page.locator(text('name'))).toHaveText('PHQ-9');
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
  });

  test('a patient without answers gets words, and no claim about risk', async ({ lists, page }) => {
    await lists.open(sparkline(ANA));
    await expect(page.locator('instrument-sparkline:state(empty)')).toHaveCount(1);
    await expect(page.locator(text('note'))).toContainText('No answers found');
    await expect(page.locator(text('risk'))).toContainText('nothing is known of risk');
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(0);
  });

  test('answers without a score of the whole are said, not drawn', async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, [4, 5]).map((one) => ({ ...one, score: null }));
    await lists.open(sparkline(ANA));
    await expect(page.locator(text('note'))).toContainText('2 answers without a total score');
    await expect(page.locator(text('risk'))).toContainText('No risk flag recorded');
  });

  test('what could not be read is said, and the rest is shown', async ({ lists, page }) => {
    const rows = submissionsOf(ANA, COURSE);
    lists.instead = (what) =>
      what === 'list' ? [...rows, { ...rows[0], id: 1, status: 'UNHEARD_OF' }] : undefined;
    await lists.open(sparkline(ANA));
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    await expect(page.locator(text('note'))).toContainText('Incomplete');
    await expect(page.locator(text('note'))).toContainText('1 item sent by the service could not be read');
  });

  test('where the scale cannot be read, the course is drawn over the scores', async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, [10, 20]);
    lists.instrument = null;
    await lists.open(sparkline(ANA));
    await expect(page.getByRole('img')).toHaveAccessibleName(/Scale 0 to 20, direction not known/);
    await expect(page.locator(text('score'))).toHaveText('20');
  });

  test('colours and names that the service sends are never more than text', async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, [14]).map((one) => ({
      ...one,
      globalClassification: {
        title: '<img src=x onerror="globalThis.hacked=1">',
        color: 'red;background:url(//evil.test)',
      },
    }));
    await lists.open(sparkline(ANA));
    await expect(page.locator(text('range'))).toContainText('<img src=x');
    await expect(page.locator('instrument-sparkline #swatch')).toBeHidden();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
  });
});

test.describe('failures', () => {
  const cases = [
    [401, 'INVALID_API_KEY', 'Your sign-in has expired'],
    [403, 'FORBIDDEN', 'You are not permitted'],
    [404, 'INTEGRATION_NOT_FOUND', 'was not found, or the professional is not linked'],
    [422, 'NARROWED_LIST_TOO_LONG', 'The service is not working'],
  ] as const;
  for (const [status, code, sentence] of cases) {
    test(
      `${status} says what to do, and offers to try again`,
      longUnless(status < 404),
      async ({ page, lists }) => {
        lists.instead = (_, route) => {
          void route.fulfill({ status, json: { code, message: 'refused' } });
          return route;
        };
        await lists.open(sparkline(ANA));
        await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(1);
        await expect(page.locator(text('note'))).toContainText(sentence);
        await expect(page.locator(text('note'))).toContainText('Score not available');
        lists.instead = () => undefined;
        lists.submissions = submissionsOf(ANA, COURSE);
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.locator(text('score'))).toHaveText('14 of 27');
        await expect(page.locator(text('note'))).toBeHidden();
      },
    );
  }

  test('a wrong attribute is named to the developer, and to the user', async ({ page, lists }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    await lists.open(sparkline('ana'));
    await expect(page.locator(text('note'))).toContainText('The attribute patient-id is not valid.');
    await expect
      .poll(() => told.join('\n'))
      .toContain('<instrument-sparkline> The attribute patient-id holds other text: it takes a UUID.');
    expect(lists.requests).toEqual([]);
  });

  test('every other wrong attribute shows the error state too, until it is mended', async ({
    page,
    lists,
  }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    lists.submissions = submissionsOf(ANA, COURSE);
    const wrong = {
      density: ['cosy', 'is "cosy": it takes compact or comfortable or line.'],
      loading: ['soon', 'is "soon": it takes lazy or eager.'],
      lang: ['pt_BR', 'is "pt_BR": it takes a language tag'],
      'time-zone': ['Lisbon', 'is "Lisbon": it takes an IANA name'],
      'base-url': ['clinic.example', 'is "clinic.example": it takes an address'],
      refresh: ['often', 'is "often": it takes a whole number from 0 to 86400.'],
    } as const;
    const given = Object.entries(wrong);
    await lists.open(given.map(([name, [value]]) => sparkline(ANA, `${name}="${value}"`)).join(''));
    await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(given.length);
    for (const [name, [, said]] of given) {
      await expect
        .poll(() => told.join('\n'))
        .toContain(`<instrument-sparkline> The attribute ${name} ${said}`);
    }
    await page.locator('instrument-sparkline').evaluateAll((all) => {
      for (const one of all) {
        for (const name of ['density', 'loading', 'lang', 'time-zone', 'base-url', 'refresh'])
          one.removeAttribute(name);
      }
    });
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(given.length);
  });

  test('a course that could not be read again stays, marked as not current', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA, 'refresh="1"'));
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    lists.instead = (_, route) => {
      void route.fulfill({ status: 422, json: { code: 'X', message: 'no' } });
      return route;
    };
    await expect(page.locator('instrument-sparkline:state(stale)')).toHaveCount(1);
    await expect(page.locator(text('note'))).toContainText('Not current: shown as read');
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
  });

  test('access that is withdrawn takes the course away', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA, 'refresh="1"'));
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    lists.instead = (_, route) => {
      void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
      return route;
    };
    await expect(page.locator(text('note'))).toContainText('not permitted');
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(0);
    expect(await lists.said()).not.toContain('27');
  });

  test('logout blanks every sparkline, and a new sign-in brings it back', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA));
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    await page.evaluate(() => (globalThis as unknown as { kit: { logout(): void } }).kit.logout());
    await expect(page.locator(text('note'))).toContainText('Your sign-in has expired');
    expect(await lists.said()).not.toContain('27');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
  });
});

/** A list in each density, all of it drawn, however far down. */
const tables = (rows: readonly string[]): string =>
  ['compact', 'comfortable', 'line']
    .map((density) => tableOf(rows, `loading="eager" density="${density}"`))
    .join('');

test.describe('how it looks', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `axe finds nothing in any state, ${colorScheme}`,
      longUnless(colorScheme === 'dark'),
      async ({ page, lists }) => {
        await page.emulateMedia({ colorScheme });
        lists.submissions = [
          ...submissionsOf(patient(1), COURSE, { flagged: [5] }),
          ...submissionsOf(patient(2), COURSE),
          ...submissionsOf(patient(3), [3]).map(({ hasHighRisk, riskFlagCount, ...without }) => without),
        ];
        const rows = [patient(1), patient(2), patient(3), patient(4), 'broken'];
        await lists.open(tables(rows));
        await expect(page.locator('instrument-sparkline svg')).toHaveCount(9);
        await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(3);
        expect((await axeOf(page).analyze()).violations).toEqual([]);
      },
    );
  }

  test('axe finds nothing in forced colours, and the marks stay', async ({ page, lists }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
    await lists.open(tableOf([ANA]));
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(1);
    const line = await page
      .locator('instrument-sparkline path.line')
      .evaluate((path) => getComputedStyle(path).stroke);
    expect(line).not.toBe('none');
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });

  test('nothing moves when the answers arrive, where the room is reserved as documented', async ({
    page,
    lists,
  }) => {
    const rows = Array.from({ length: 12 }, (_, at) => patient(at));
    lists.submissions = rows.flatMap((id, at) => submissionsOf(id, COURSE, { flagged: at % 3 ? [] : [5] }));
    await lists.open(tableOf(rows));
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(12);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
  });

  for (const [density, width] of [
    ['compact', 1280],
    ['compact', 360],
    ['comfortable', 1280],
    ['comfortable', 360],
    ['line', 1280],
  ] as const) {
    test(
      `nothing moves when a flagged answer comes, cannot be read again, and can, ${density}, ${width} px`,
      longUnless(density === 'compact'),
      async ({ page, lists }) => {
        const rows = [patient(1), patient(2)];
        const shifts = () =>
          page.evaluate(async () => {
            for (let frames = 0; frames < 3; frames++)
              await new Promise((resolve) => requestAnimationFrame(resolve));
            return Reflect.get(globalThis, 'shifts');
          });
        const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        // The longest name that a range of the PHQ-9 has (Kroenke et al. 2001), as it is called in Portuguese.
        const answers = (flagged: readonly number[], scores: readonly number[]) =>
          rows.flatMap((id) =>
            submissionsOf(id, scores, { flagged }).map((one) => ({
              ...one,
              globalClassification: { color: '#e4572e', title: 'Moderadamente grave' },
            })),
          );
        await page.setViewportSize({ width, height: 800 });
        lists.submissions = answers([], [19, 14]);
        const one = (id: string) => sparkline(id, `density="${density}" refresh="0" lang="pt-BR"`);
        await lists.open(`${rows.map(one).join('<br>')}<p id="after">After</p>`);
        await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(2);
        lists.submissions = answers([2], [19, 14, 18]);
        await look();
        await expect(page.locator('instrument-sparkline #value').first()).toHaveText('18');
        lists.instead = (_, route) => {
          void route.fulfill({ status: 422, json: { code: 'X', message: 'no' } });
          return route;
        };
        await look();
        await expect(page.locator('instrument-sparkline:state(stale)')).toHaveCount(2);
        await expect(page.locator(text('note')).first()).toContainText('não está funcionando');
        expect(await shifts()).toEqual([]);
        lists.instead = () => undefined;
        await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
        await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(2);
        expect(await shifts()).toEqual([]);
      },
    );
  }

  test('nothing moves when nothing can be read, where the room is reserved as documented', async ({
    page,
    lists,
  }) => {
    lists.instead = (_, route) => {
      void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
      return route;
    };
    const densities = ['compact', 'comfortable', 'line'];
    const all = densities.map((density) => sparkline(ANA, `density="${density}" lang="es"`)).join('<br>');
    await lists.open(`${all}<p id="after">After</p>`);
    await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(3);
    await expect(page.locator(text('note')).first()).toContainText('Puntuación no disponible.');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
  });

  test('from right to left the words turn, and time still runs to the right', async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, [0, 27]);
    await lists.open(`<div dir="rtl">${sparkline(ANA)}</div>`);
    await expect(page.locator('instrument-sparkline path.line')).toHaveAttribute('d', 'M5 19L95 5');
    const boxes = await Promise.all(
      ['picture', 'score'].map((part) => page.locator(text(part)).boundingBox()),
    );
    expect(boxes[0]?.x ?? 0).toBeGreaterThan(boxes[1]?.x ?? 0);
    // Each mark begins its line, at the right, with room before its words, whichever way these run.
    const lines = await page.locator('instrument-sparkline').evaluate(({ shadowRoot }) => {
      const box = (id: string) => shadowRoot?.getElementById(id)?.getBoundingClientRect();
      return [
        ['mark', 'risk-text'],
        ['swatch', 'range-text'],
      ].map(([mark = '', words = '']) => (box(mark)?.left ?? 0) - (box(words)?.right ?? 0));
    });
    for (const room of lines) expect(room).toBeGreaterThan(2);
  });
});
