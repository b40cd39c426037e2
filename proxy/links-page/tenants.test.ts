import { expect, onTestFinished, test } from 'vitest';
import { PROFESSIONAL } from '../fixtures/world.ts';
import { ANAS, listOf, threePatients } from '../mapping/link-list.fixture.ts';
import { LETTERS, type Letter, startTenants } from '../tenants/two-tenants.fixture.ts';
import { createVisitor, hiddenOf, strip } from './page.fixture.ts';

const administratorOf = (letter: Letter) => ({
  name: 'admin-7',
  secret: `SECRET-CANARY-of-tenant-${letter}`,
});

test('an administrator of one tenant is nobody at the other, and links there nothing', async () => {
  const tenants = await startTenants({
    each: (letter) => ({
      linksPage: { administrators: [administratorOf(letter)], professionals: [PROFESSIONAL] },
    }),
  });
  onTestFinished(tenants.close);
  for (const letter of LETTERS) tenants.services[letter].answer = () => ({ body: threePatients() });
  const [atA, atB] = [createVisitor(tenants.urls.a), createVisitor(tenants.urls.b)];
  expect((await atB.signIn(administratorOf('a'))).status).toBe(401);
  expect((await atA.signIn(administratorOf('a'))).status).toBe(303);
  const page = await atA.preview(listOf(ANAS));
  expect(page).toContain('Link 1 certain match');
  // The cookie and the form of one, shown to the other.
  atB.setCookie(atA.cookie());
  const refused = await atB.post('/links/write', hiddenOf(page));
  expect(refused.status).toBe(401);
  expect(tenants.services.b.requests).toEqual([]);
  // The other's own session, with the form of the first.
  atB.setCookie('');
  expect((await atB.signIn(administratorOf('b'))).status).toBe(303);
  expect((await atB.post('/links/write', hiddenOf(page))).status).toBe(403);
  expect(tenants.services.b.requests).toEqual([]);
  expect(strip(await atA.press(page, '/links/write'))).toContain('Linked 1');
  expect(strip(await atB.preview(listOf(ANAS)))).toContain('Certain: 1');
});
