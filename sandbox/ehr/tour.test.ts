import { afterEach, describe, expect, it } from 'vitest';
import { ANA, createVisitor, type StubProxy, startStubProxy } from './proxy.fixture.ts';

const NAME = `${ANA.name} ${ANA.surname}`;
let stub: StubProxy;
afterEach(() => stub.close());

async function visit(path: string, tour?: { flagged: string; course: string }, isSignedIn = true) {
  stub = await startStubProxy(tour && { tour });
  const visitor = createVisitor(stub.ehr);
  if (isSignedIn) await visitor.signIn();
  return visitor.get(path);
}
const leadsTo = async (...given: Parameters<typeof visit>) => (await visit(...given)).headers.get('location');

describe('the guided tour', () => {
  it('is on the pages only where it was asked for', async () => {
    expect(await (await visit('/patients', { flagged: NAME, course: NAME })).text()).toContain(
      'Step 1 of 11',
    );
    await stub.close();
    expect(await (await visit('/patients')).text()).not.toContain('Step 1 of 11');
  });
  it('begins after the sign-in for somebody who is signed in', async () => {
    const tour = { flagged: NAME, course: NAME };
    expect(await (await visit('/patients', tour)).text()).toContain('data-signed-in="true"');
    await stub.close();
    expect(await (await visit('/sign-in', tour, false)).text()).toContain('data-signed-in="false"');
  });
  it.each([
    ['/tour/flagged', `/patients/${ANA.serviceId}`],
    ['/tour/course/apply', `/patients/${ANA.serviceId}/apply`],
  ])('leads from %s to its patient, whose name is in no address', async (path, target) => {
    expect(await leadsTo(path, { flagged: NAME, course: NAME })).toBe(target);
  });
  it('leads to the list where its patient is not there, or nobody is signed in', async () => {
    expect(await leadsTo('/tour/flagged', { flagged: 'Nobody', course: NAME })).toBe('/patients');
    await stub.close();
    expect(await leadsTo('/tour/course', { flagged: NAME, course: NAME }, false)).toBe('/patients');
  });
});
