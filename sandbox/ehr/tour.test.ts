import { afterEach, describe, expect, it } from 'vitest';
import { EXTENSION_PICTURES } from './extension-pictures.ts';
import type { TourSubjects } from './options.ts';
import { ANA, createVisitor, type StubProxy, startStubProxy } from './proxy.fixture.ts';

const NAME = `${ANA.name} ${ANA.surname}`;
const TOUR = {
  flagged: NAME,
  course: NAME,
  extension: new URL('../../docs/images/', import.meta.url),
  hasPhones: false,
};
let stub: StubProxy;
afterEach(() => stub.close());

async function visit(path: string, tour?: TourSubjects, isSignedIn = true, language = 'en') {
  stub = await startStubProxy(tour && { tour });
  const visitor = createVisitor(stub.ehr);
  if (isSignedIn) await visitor.signIn();
  return visitor.get(path, { 'accept-language': language });
}
const leadsTo = async (...given: Parameters<typeof visit>) => (await visit(...given)).headers.get('location');

describe('the guided tour', () => {
  it('has a page of its own, with the EHR in a frame, only where it was asked for', async () => {
    const page = await visit('/tour', TOUR);
    expect(await page.text()).toContain('Step 1 of 11');
    expect(page.headers.get('content-security-policy')).toMatch(/frame-src http:\/\/localhost:\d+;/);
    await stub.close();
    expect((await visit('/tour')).status).toBe(404);
  });
  it('is the first page, and in its frame the first page is the EHR’s own', async () => {
    expect(await leadsTo('/', TOUR)).toBe('/tour');
    const framed = new Request('http://localhost:4300/', { headers: { 'sec-fetch-dest': 'iframe' } });
    expect((await stub.ehr.fetch(framed)).headers.get('location')).toBe('/patients');
  });
  it('lets the EHR’s pages be framed by the EHR alone', async () => {
    const { headers } = await visit('/patients', TOUR);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors http:\/\/localhost:\d+;/);
  });
  it('begins after the sign-in for somebody who is signed in', async () => {
    expect(await (await visit('/tour', TOUR)).text()).toContain('data-signed-in="true"');
    await stub.close();
    expect(await (await visit('/tour', TOUR, false)).text()).toContain('data-signed-in="false"');
  });
  it('has pictures of the extension among pages of somebody else', async () => {
    const page = await (await visit('/tour/extension', TOUR)).text();
    expect(page).toMatch(
      /<img src="\/assets\/extension-list.png" alt="Marks in the patient list of another records system"/,
    );
  });
  it('has them in the language of the page, light and dark, as wide as they are shown', async () => {
    const page = await (await visit('/tour/extension', TOUR, true, 'pt-BR')).text();
    const names = [...page.matchAll(/\/assets\/(extension-[\w-]+\.png)/g)].map(([, name]) => name);
    expect(names.toSorted()).toEqual([
      'extension-list-pt-BR-dark.png',
      'extension-list-pt-BR.png',
      'extension-panel-pt-BR-dark.png',
      'extension-panel-pt-BR.png',
    ]);
    for (const name of EXTENSION_PICTURES) {
      const picture = await stub.ehr.fetch(new Request(`http://localhost:4300/assets/${name}`));
      expect(picture.headers.get('content-type'), name).toBe('image/png');
      // A PNG file has its width at byte 16.
      expect(Buffer.from(await picture.arrayBuffer()).readUInt32BE(16), name).toBeGreaterThanOrEqual(1000);
    }
  });
  it('speaks of a phone only where one can open the links', async () => {
    const page = async (hasPhones: boolean) => {
      const text = await (await visit('/tour', { ...TOUR, hasPhones })).text();
      await stub.close();
      return text;
    };
    const [without, having] = [await page(false), await page(true)];
    expect(having).toContain('Scan the code of PHQ-9 on the screen with a phone.');
    expect(having).not.toContain('in another tab');
    expect(without).toContain('Press “Open questionnaire”: it opens in another tab.');
    expect(without).not.toMatch(/Scan the code|send on the phone/);
    for (const text of [without, having]) expect(text).toContain('Step 11 of 11');
    stub = await startStubProxy();
  });
  it.each([
    ['/tour/flagged', `/patients/${ANA.serviceId}`],
    ['/tour/course/apply', `/patients/${ANA.serviceId}/apply`],
  ])('leads from %s to its patient, whose name is in no address', async (path, target) => {
    expect(await leadsTo(path, TOUR)).toBe(target);
  });
  it('leads to the list where its patient is not there, or nobody is signed in', async () => {
    expect(await leadsTo('/tour/flagged', { ...TOUR, flagged: 'Nobody' })).toBe('/patients');
    await stub.close();
    expect(await leadsTo('/tour/course', TOUR, false)).toBe('/patients');
  });
});
