import { chart, expect, site, test } from './extension-surfaces-fixture.ts';
import { ANA } from './panel-data.ts';

const PATIENT = { serviceId: ANA, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' };

test('names the patient of the page by the service’s record, and only once signed in', async ({
  page,
  surface,
}) => {
  surface.answers['apply.patient'] = PATIENT;
  await surface.open('popup', chart({ site: site({ signIn: 'signed-out' }) }));
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Ana')).toHaveCount(0);
  expect(surface.asked.map(({ intent }) => intent)).toEqual(['language.read']);
  await surface.look(chart());
  await expect(page.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
  await surface.audit();
});
