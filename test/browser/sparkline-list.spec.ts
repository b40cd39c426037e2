import { PHQ9, PROFESSIONAL } from './panel-data.ts';
import { expect, patient, sparkline, submissionsOf, tableOf, test } from './sparkline-fixture.ts';

/** Each patient's own latest score, so that one shown for another is seen. */
const LAST: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [patient(at), at]),
);
const PATIENTS = Object.keys(LAST);
const everybody = () => PATIENTS.flatMap((id) => submissionsOf(id, [20, LAST[id] ?? 0]));
const lists = (requests: readonly string[]) => requests.filter((request) => request.startsWith('list'));
const seen = { width: 900, height: 4_000 };

test.describe('the reading of a page', () => {
  test('all sparklines of a page are one request for their submissions, and one for their scale', async ({
    page,
    lists: service,
  }) => {
    await page.setViewportSize(seen);
    // 51 rows: of any count that no cap on `limit` would give.
    service.submissions = [...everybody(), ...submissionsOf(patient(99), [1, 2, 3])];
    await service.open(tableOf(PATIENTS));
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(PATIENTS.length);
    expect(service.requests.toSorted()).toEqual([
      `list ?formTemplateId=${PHQ9}&limit=199&offset=0`,
      'scale ',
    ]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'scopes'))).toEqual([
      { professionalId: PROFESSIONAL, actions: ['read'] },
    ]);
  });

  test('a list that may have been cut short is followed to its end, without its first page again', async ({
    page,
    lists: service,
  }) => {
    await page.setViewportSize(seen);
    // Newest last, so that a list cut short would show an earlier answer as the latest.
    const old = PATIENTS.flatMap((id) =>
      submissionsOf(
        id,
        Array.from({ length: 10 }, () => 27),
      ),
    );
    const fresh = PATIENTS.flatMap((id) =>
      submissionsOf(id, [...Array.from({ length: 10 }, () => 27), LAST[id] ?? 0]).slice(-1),
    );
    service.submissions = [...old, ...fresh];
    await service.open(tableOf(PATIENTS));
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(PATIENTS.length);
    for (const [at, id] of PATIENTS.entries())
      expect(await service.said(at)).toContain(`latest ${LAST[id]}.`);
    expect(lists(service.requests)).toEqual([
      `list ?formTemplateId=${PHQ9}&limit=199&offset=0`,
      `list ?formTemplateId=${PHQ9}&limit=200&offset=198`,
      `list ?formTemplateId=${PHQ9}&limit=200&offset=263`,
    ]);
  });

  test('one stream of events brings a new answer to the whole page before the clock would', async ({
    page,
    lists: service,
  }) => {
    const [one, other] = [patient(1), patient(2)];
    let streams = 0;
    const event = { kind: 'SUBMISSION_ANSWERED', submissionId: 3, patientId: one };
    service.instead = (_, route) => {
      if (!route.request().url().endsWith('/events')) return undefined;
      const body = `id: 7\ndata: ${JSON.stringify(event)}\n\n`;
      void (streams++
        ? route.fulfill({ status: 404 })
        : route.fulfill({ contentType: 'text/event-stream', body }));
      return route;
    };
    await page.clock.install();
    service.submissions = [...submissionsOf(one, [19, 17]), ...submissionsOf(other, [5, 6])];
    await service.open(tableOf([one, other], 'loading="eager" refresh="3600"'));
    const value = page.locator('instrument-sparkline #value').first();
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(value).toHaveText('17', { timeout: 500 });
    }).toPass();
    // The stream is opened by the first look; what is there by then is what the event tells of.
    const before = lists(service.requests).length;
    await page.clock.runFor(3_600_000);
    await expect.poll(() => lists(service.requests).length).toBeGreaterThan(before);
    service.submissions = [...submissionsOf(one, [19, 17, 8]), ...submissionsOf(other, [5, 6])];
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(value).toHaveText('8', { timeout: 500 });
    }).toPass();
    expect(streams).toBeGreaterThanOrEqual(1);
  });

  test('one sparkline alone reads one patient alone, with a token for that patient', async ({
    page,
    lists: service,
  }) => {
    const id = patient(3);
    service.submissions = everybody();
    await service.open(sparkline(id));
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
    expect(lists(service.requests)[0]).toMatch(`list of ${id}`);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'scopes'))).toEqual([
      { professionalId: PROFESSIONAL, patientId: id, actions: ['read'] },
    ]);
  });

  test('rows that are not near the viewport are neither drawn nor do they read; later ones take what is there', async ({
    page,
    lists: service,
  }) => {
    await page.setViewportSize({ width: 900, height: 300 });
    service.submissions = [...everybody(), ...submissionsOf(patient(99), [1, 2, 3])];
    await service.open(tableOf(PATIENTS));
    const last = page.locator('instrument-sparkline').last();
    await expect(page.locator('instrument-sparkline').first().locator('svg')).toHaveCount(1);
    expect(await last.evaluate(({ shadowRoot }) => shadowRoot)).toBeNull();
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator('svg')).toHaveCount(1);
    expect(await service.said(PATIENTS.length - 1)).toContain('latest 23.');
    expect(lists(service.requests)).toHaveLength(1);
  });

  test('one that was taken out before the frame is not read for', async ({ page, lists: service }) => {
    service.submissions = everybody();
    await service.open('<div></div>');
    await page.evaluate(
      ([keep, drop, professional, form]) => {
        const add = (id: string) => {
          const element = document.createElement('instrument-sparkline');
          element.setAttribute('patient-id', id);
          element.setAttribute('professional-id', professional);
          element.setAttribute('form-id', form);
          element.setAttribute('loading', 'eager');
          document.querySelector('div')?.append(element);
          return element;
        };
        add(keep);
        const gone = add(drop);
        queueMicrotask(() => gone.remove());
      },
      [patient(1), patient(2), PROFESSIONAL, PHQ9] as const,
    );
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
    expect(lists(service.requests).every((request) => request.includes(patient(1)))).toBe(true);
  });

  test('printing draws what was never scrolled to', async ({ page, lists: service }) => {
    await page.setViewportSize({ width: 900, height: 300 });
    service.submissions = [...everybody(), ...submissionsOf(patient(99), [1, 2, 3])];
    await service.open(tableOf(PATIENTS));
    await expect(page.locator('instrument-sparkline').first().locator('svg')).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(PATIENTS.length);
  });
});

test.describe('the right patient, or nothing', () => {
  test('a row that is used again is blank at once', async ({ page, lists: service }) => {
    service.submissions = everybody();
    await service.open(sparkline(patient(17)));
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(1);
    const left = await page.locator('instrument-sparkline').evaluate((element, id) => {
      element.setAttribute('patient-id', id);
      const root = element.shadowRoot;
      return { text: root?.textContent ?? '', drawn: root?.querySelectorAll('svg').length };
    }, patient(5));
    expect(left).toEqual({ text: expect.not.stringMatching(/17|27|risk flag|2026/i), drawn: 0 });
    await expect.poll(() => service.said()).toContain('latest 5.');
  });

  test('a reply about another patient is refused whole, and that is said', async ({
    page,
    lists: service,
  }) => {
    service.instead = (what) => (what === 'list' ? submissionsOf(patient(2), [9, 9, 9]) : undefined);
    await service.open(sparkline(patient(1)));
    await expect(page.locator('instrument-sparkline [part=note]')).toContainText('about another patient');
    expect(await service.said()).not.toContain('27');
  });

  test('rows of another instrument than asked for are refused, and that is said', async ({
    page,
    lists: service,
  }) => {
    const other = submissionsOf(patient(1), [9, 9, 9]).map((one) => ({
      ...one,
      formTemplateId: patient(77),
    }));
    service.instead = (what) => (what === 'list' ? other : undefined);
    await service.open(tableOf([patient(1), patient(2)]));
    await expect(page.locator('instrument-sparkline [part=note]').first()).toContainText('or instrument');
  });

  test('rows used again, sorted, added and taken away, with answers late in any order, never show another', async ({
    page,
    lists: service,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(seen);
    service.submissions = everybody();
    let seed = 20261121;
    const chance = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    service.instead = async (what) => {
      if (what === 'list') await new Promise((done) => setTimeout(done, chance() * 120));
      return undefined;
    };
    await service.open(tableOf(PATIENTS.slice(0, 8), 'refresh="1"'));
    const wrong = await page.evaluate(
      async ([patients, first]) => {
        let state = first;
        const random = (below: number): number => {
          state = (state * 48_271) % 2_147_483_647;
          return state % below;
        };
        const found: string[] = [];
        /** Nothing that is drawn or said may be of another patient than the attribute names at that moment. */
        const look = (): void => {
          for (const element of document.querySelectorAll('instrument-sparkline')) {
            const drawn = element.shadowRoot?.querySelector('svg')?.getAttribute('aria-label');
            const score = element.shadowRoot?.querySelector('#value')?.textContent;
            const due = patients.indexOf(element.getAttribute('patient-id') ?? '');
            if (drawn && !drawn.includes(`latest ${due}.`)) found.push(`${due}: ${drawn}`);
            if (score && score !== String(due)) found.push(`${due}: ${score}`);
          }
        };
        const body = document.querySelector('tbody');
        const rows = () => [...(body?.rows ?? [])];
        for (let step = 0; step < 250; step++) {
          const row = rows()[random(rows().length)];
          const element = row?.querySelector('instrument-sparkline');
          const kind = random(6);
          if (kind < 3) element?.setAttribute('patient-id', patients[random(patients.length)] ?? '');
          else if (kind === 3) body?.append(...rows().sort(() => random(3) - 1));
          else if (kind === 4 && row && rows().length > 3) row.remove();
          else if (row && rows().length < 12) body?.append(row.cloneNode(true));
          look();
          if (step % 5 === 0) await new Promise((done) => setTimeout(done, random(60)));
          look();
        }
        return found;
      },
      [PATIENTS, 20261121] as const,
    );
    expect(wrong).toEqual([]);
    const left = page.locator('instrument-sparkline');
    await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(await left.count());
    for (let at = 0; at < (await left.count()); at++) {
      const id = (await left.nth(at).getAttribute('patient-id')) ?? '';
      expect(await service.said(at)).toContain(`latest ${LAST[id]}.`);
    }
  });
});
