import { expect, test } from 'vitest';
import { tryCookies } from './cookie.ts';

const REST = 'Secure; HttpOnly; SameSite=Lax';

function judge(line: string, page = 'https://ehr.uke.de', proxy = 'https://panel.uke.de') {
  const [finding] = tryCookies([page], proxy, line);
  return finding;
}

test.each([
  [`sid=x; Path=/; Domain=uke.de; ${REST}`],
  [`sid=x; Path=/; Domain=.UKE.de; ${REST}`],
  [`__Secure-sid=x; Path=/session; Domain=uke.de; ${REST}`],
])('a site of three letters below a country is a site: %s', (line) => {
  expect(judge(line)).toMatchObject({ state: 'ok' });
});

test.each([
  ['/', 'ok'],
  ['/session', 'ok'],
  ['/se', 'failed'],
  ['/session/', 'failed'],
])('by RFC 6265, 5.1.4, Path=%s is %s for /session', (path, state) => {
  expect(judge(`sid=x; Path=${path}; Domain=uke.de; ${REST}`)).toMatchObject({ state });
});

test.each([
  ['/panel', 'ok'],
  ['/panel/', 'ok'],
  ['/pan', 'failed'],
])('Path=%s is %s for a proxy below /panel', (path, state) => {
  const line = `sid=x; Path=${path}; ${REST}`;
  expect(judge(line, 'https://ehr.uke.de', 'https://ehr.uke.de/panel')).toMatchObject({ state });
});

test.each([[''], ['; Path'], ['; Path=ehr']])(
  'without a path of its own (%j) it is sent below the page that set it, which is not known here',
  (path) => {
    expect(judge(`sid=x; Domain=uke.de; ${REST}${path}`)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('has no Path'),
      remedy: 'Set Path=/.',
    });
  },
);

test.each([
  ['__Secure-sid=x; Path=/; HttpOnly', 'Secure'],
  ['__Host-sid=x; Path=/; HttpOnly', 'Secure'],
  ['__Host-sid=x; Secure; HttpOnly', 'Path=/'],
  ['__Host-sid=x; Path=/session; Secure; HttpOnly', 'Path=/'],
  ['__Host-sid=x; Path=/; Domain=uke.de; Secure; HttpOnly', 'Domain'],
  ['sid=x; Path=/; HttpOnly; SameSite=None', 'Secure'],
  ['sid=x; Path=/; HttpOnly; Domain=de', 'Domain=de'],
])('browsers drop %s: %s', (line, named) => {
  expect(judge(line, 'https://uke.de', 'https://uke.de')).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(new RegExp(`is dropped by browsers: .*${named}`)),
  });
});

test('a __Host- cookie reaches a proxy at the host of the page', () => {
  const line = `__Host-sid=x; Path=/; ${REST}`;
  expect(judge(line, 'https://uke.de', 'https://uke.de/panel')).toMatchObject({ state: 'ok' });
});

test.each([
  ['https://ehr.clinic.com.br', 'https://panel.clinic.com.br', 'com.br'],
  ['https://clinic.nhs.uk', 'https://panel.nhs.uk', 'nhs.uk'],
])(
  '%s and %s with Domain=%s are only doubted: no list of public suffixes is at hand',
  (page, proxy, domain) => {
    expect(judge(`sid=x; Path=/; Domain=${domain}; ${REST}`, page, proxy)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(`Domain=${domain}`),
    });
  },
);

test('a cookie of a site below com.br reaches another host of it, and no other site', () => {
  const line = `sid=x; Path=/; Domain=clinic.com.br; ${REST}`;
  expect(judge(line, 'https://ehr.clinic.com.br', 'https://panel.clinic.com.br')).toMatchObject({
    state: 'ok',
  });
  expect(judge(line, 'https://ehr.clinic.com.br', 'https://panel.other.com.br')).toMatchObject({
    state: 'failed',
    remedy: expect.stringContaining('https://panel.clinic.com.br'),
  });
});
