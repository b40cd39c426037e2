import { expect, test } from 'vitest';
import { PROFESSIONAL } from '../fixtures/world.ts';
import { plantClinic, toCsv } from './link-clinic.fixture.ts';
import { startLinkWorld } from './link-world.fixture.ts';

test('of 5,000 patients with namesakes, twins and mistyped facts every certain one is linked, and nobody wrongly', async () => {
  const { patients, rows } = plantClinic(5_000);
  const world = await startLinkWorld({ [PROFESSIONAL]: patients });
  try {
    const { code } = await world.link(toCsv(rows), '--write', '--by', 'admin-7');
    const { patients: linked } = await world.readStorage(rows.map(({ key }) => key));
    const wrong = rows.filter(({ truth }, at) => linked[at] !== null && linked[at] !== truth);
    const lost = rows.filter(({ isCertain }, at) => isCertain && linked[at] === null);
    const more = rows.filter(({ isCertain }, at) => !isCertain && linked[at] !== null);
    expect({ code, wrong, lost, more }).toEqual({ code: 0, wrong: [], lost: [], more: [] });
    expect([rows.length, rows.filter(({ isCertain }) => isCertain).length]).toEqual([5_250, 4_000]);
  } finally {
    await world.close();
  }
});
