import { expect, test } from 'vitest';
import { plantClinic, toCsv } from '../cli/link-clinic.fixture.ts';
import { PROFESSIONAL } from '../fixtures/world.ts';
import { startLinksPage, strip } from './page.fixture.ts';

test('of 5,000 patients with namesakes, twins and mistyped facts the page links every certain one, and nobody wrongly', async () => {
  const { patients, rows } = plantClinic(5_000);
  const world = await startLinksPage({ [PROFESSIONAL]: patients });
  try {
    const visitor = world.visitor();
    await visitor.signIn();
    const startedAt = performance.now();
    const page = await visitor.preview(toCsv(rows));
    expect(page).toContain('Link 4000 certain matches');
    let served = 0;
    const linking = visitor.press(page, '/links/write').finally(() => {
      served = -served;
    });
    // Others are served meanwhile.
    while (served >= 0) {
      expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
      served += 1;
      if (served > 20_000) break;
    }
    const after = await linking;
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(strip(after)).toContain('Linked 4,000 Already linked 0 Needs review 1,250');
    const { patients: linked } = await world.readStorage(rows.map(({ key }) => key));
    const wrong = rows.filter(({ truth }, at) => linked[at] !== null && linked[at] !== truth);
    const lost = rows.filter(({ isCertain }, at) => isCertain && linked[at] === null);
    const more = rows.filter(({ isCertain }, at) => !isCertain && linked[at] !== null);
    expect({ wrong, lost, more }).toEqual({ wrong: [], lost: [], more: [] });
    expect(seconds).toBeLessThan(60);
    expect(-served).toBeGreaterThan(20);
  } finally {
    await world.close();
  }
});
