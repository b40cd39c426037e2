import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, createVisitor, type StubProxy, startStubProxy } from '../../sandbox/ehr/proxy.fixture.ts';
import { recordNumber } from '../../sandbox/ehr/roster.ts';
import { frontEnds } from './index.ts';

let stub: StubProxy;
let visitor: ReturnType<typeof createVisitor>;
beforeEach(async () => {
  stub = await startStubProxy({ frontEnds: frontEnds.pages });
  visitor = createVisitor(stub.ehr);
  await visitor.signIn();
});
afterEach(() => stub.close());

const RECORD = recordNumber(ANA.serviceId);
const json = async (path: string): Promise<unknown> => (await visitor.get(path)).json();
const policy = async (path: string) => (await visitor.get(path)).headers.get('content-security-policy') ?? '';

describe('the other front ends', () => {
  it.each(['/variants', '/spa', `/spa/patients/${RECORD}`, '/spa-still', '/spa-position/3', '/framed'])(
    '%s is for the signed-in only, and leads back to itself',
    async (path) => {
      const stranger = createVisitor(stub.ehr);
      expect((await stranger.get(path)).headers.get('location')).toBe(`/sign-in?next=${path}`);
      expect((await visitor.get(path)).status).toBe(200);
    },
  );

  it('are in the menu of the EHR that they were given to, and in no other', async () => {
    expect(await (await visitor.get('/patients')).text()).toContain(
      '<a href="/variants">Other front ends</a>',
    );
    const plain = await startStubProxy();
    const guest = createVisitor(plain.ehr);
    await guest.signIn();
    expect(await (await guest.get('/patients')).text()).not.toContain('/variants');
    for (const path of ['/variants', '/spa', '/framed', '/assets/spa.js']) {
      expect((await guest.get(path)).status).toBe(404);
    }
    await plain.close();
  });

  it('list the service’s patients among more than 300 of the EHR’s own, each with a record of their own', async () => {
    const rows = (await json('/spa-data/patients')) as { record: string; name: string }[];
    expect(rows.length).toBeGreaterThan(300);
    expect(new Set(rows.map(({ record }) => record)).size).toBe(rows.length);
    expect(rows.find(({ record }) => record === RECORD)?.name).toBe('<b>Ana</b> & "Lima"');
  });

  it('give a chart’s header by its record, with the birthday as a day of the calendar', async () => {
    expect(await json(`/spa-data/patients/${RECORD}`)).toEqual({
      record: RECORD,
      name: '<b>Ana</b> & "Lima"',
      born: '28 Feb 1990',
      bornOn: '1990-02-28',
      phone: 'not recorded',
      email: 'not recorded',
    });
    expect((await visitor.get('/spa-data/patients/0000-0000')).status).toBe(404);
    expect((await createVisitor(stub.ehr).get(`/spa-data/patients/${RECORD}`)).status).toBe(401);
  });

  it('say so where the service is away', async () => {
    stub.isDown = true;
    expect((await visitor.get('/spa-data/patients')).status).toBe(502);
    expect(await (await visitor.get(`/framed/header?patient=${RECORD}`)).text()).toContain(
      'The assessment service cannot be reached',
    );
  }, 30_000);
});

describe('a setting in an address', () => {
  it('is kept in the session and leaves the address; what is none changes nothing', async () => {
    const kept = await visitor.get('/spa?slow=400&hazards=on&place=grid&page=2');
    expect(kept.headers.get('location')).toBe('http://localhost:4300/spa?page=2');
    await visitor.get('/spa?slow=soon&place=moon');
    const page = await (await visitor.get('/variants')).text();
    expect(page).toContain('<option value="400" selected>');
    expect(page).toContain('<option value="grid" selected>');
    expect(page).toMatch(/name="hazards" value="on"[^>]*checked/);
    expect(await (await visitor.get('/spa')).text()).toContain('/assets/hazards.css');
  });
});

describe('the framed front end', () => {
  it('may be framed by the EHR’s own names and by nobody else; other pages by nobody at all', async () => {
    const framing =
      'frame-src http://localhost:4300 http://127.0.0.1:4300; frame-ancestors http://localhost:4300 http://127.0.0.1:4300;';
    for (const path of ['/framed', '/framed-cross', '/framed/header', '/framed/nobody']) {
      expect(await policy(path)).toContain(framing);
    }
    for (const path of ['/patients', '/spa', '/framedd', '/variants']) {
      expect(await policy(path)).toContain("frame-ancestors 'none'");
    }
  });

  it('names the patient in the header’s frame; in a chart of another origin neither page nor address does', async () => {
    expect(await (await visitor.get(`/framed/header?patient=${RECORD}`)).text()).toContain(RECORD);
    const { chart } = (await json(`/framed/open?patient=${RECORD}&origin=other`)) as { chart: string };
    const address = new URL(chart);
    expect(address.origin).toBe('http://127.0.0.1:4300');
    expect(chart).not.toContain(RECORD);
    const elsewhere = createVisitor(stub.ehr, address.origin);
    const page = await elsewhere.get(address.pathname);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('id="scores-place"');
    for (const secret of [RECORD, 'Ana', '1990', ANA.serviceId]) expect(text).not.toContain(secret);
  });

  it('opens no chart by an invented visit, nor by one of a session that ended', async () => {
    const { chart } = (await json(`/framed/open?patient=${RECORD}&origin=other`)) as { chart: string };
    const elsewhere = createVisitor(stub.ehr, 'http://127.0.0.1:4300');
    expect((await elsewhere.get('/framed/visit/invented')).status).toBe(404);
    await visitor.post('/sign-out', {});
    expect((await elsewhere.get(new URL(chart).pathname)).status).toBe(404);
  });
});
