import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, createVisitor, PROFESSIONAL, type StubProxy, startStubProxy } from './proxy.fixture.ts';

let stub: StubProxy;
let visitor: ReturnType<typeof createVisitor>;
beforeEach(async () => {
  stub = await startStubProxy();
  visitor = createVisitor(stub.ehr);
  await visitor.signIn();
});
afterEach(() => stub.close());

const chart = `/patients/${ANA.serviceId}`;
const read = async (path: string) => (await visitor.get(path)).text();

it('asks the proxy as the signed-in person, from the EHR’s own origin', async () => {
  await visitor.get('/patients');
  expect(stub.sessions).toEqual([{ cookie: visitor.cookie(), origin: 'http://localhost:4300' }]);
});

describe('sending a questionnaire', () => {
  it('begins at a link that names the patient, and has no form of the EHR’s own beside the element', async () => {
    const text = await read(chart);
    expect(text).toContain(
      `<a class="button" href="${chart}/apply">Send a questionnaire to &lt;b&gt;Ana&lt;/b&gt;`,
    );
    expect(text).not.toContain('name="instrument"');
    expect((await visitor.post(`${chart}/apply`, { instrument: ANA.serviceId })).status).toBe(404);
  });

  it('is the element’s, for this patient and professional, with the clinic’s batteries', async () => {
    const text = await read(`${chart}/apply`);
    const [, attributes = ''] = /<instrument-apply([^>]*)>/s.exec(text) ?? [];
    expect(attributes).toContain(`patient-id="${ANA.serviceId}"`);
    expect(attributes).toContain(`professional-id="${PROFESSIONAL}"`);
    expect(attributes).toMatch(/data-batteries="\[\{&quot;name&quot;:&quot;Intake&quot;/);
    expect(attributes).toContain('next-visit=""');
  });

  it('has the day of a next visit that the EHR knows, a week from its own date', async () => {
    const marina = { ...ANA, name: 'Marina', surname: 'Azevedo Prado' };
    stub.patients = [marina];
    expect(await read(`${chart}/apply`)).toContain('next-visit="2026-03-08"');
    expect(await read(chart)).toContain('next visit 8 Mar 2026');
  });

  it('is not offered for a patient who is inactive', async () => {
    stub.patients = [{ ...ANA, relationStatus: 'INACTIVE' }];
    for (const path of [chart, `${chart}/apply`]) {
      const text = await read(path);
      expect(text).toContain('This patient is inactive, so nothing can be sent.');
      expect(text).not.toMatch(/<instrument-apply|\/apply">/);
    }
  });
});

describe('a service that is away', () => {
  it('leaves pages that say so and offer to try again', async () => {
    stub.isDown = true;
    for (const path of ['/patients', chart, `${chart}/apply`]) {
      const response = await visitor.get(path);
      expect(response.status).toBe(502);
      const text = await response.text();
      expect(text).toContain('The assessment service cannot be reached');
      expect(text).toContain(`<a class="button" href="${path}">Try again</a>`);
    }
  }, 30_000);

  it('that does not know the patient answers 404, without a name', async () => {
    const response = await visitor.get('/patients/5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d2222');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Patient not found');
  });
});
