import { describe, expect, it } from 'vitest';
import { gad7 } from '../library/instruments/gad-7.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { ORIGIN, setUp } from './pages.fixture.ts';

describe('the page behind a link', () => {
  it('asks each question once, with its place in the whole and every option as a radio button', async () => {
    const html = await (await setUp(phq9).get('/answer/open')).text();
    expect(html.match(/<fieldset/g)).toHaveLength(9);
    expect(html.match(/<legend/g)).toHaveLength(9);
    expect(html.match(/type="radio"/g)).toHaveLength(36);
    expect(html).toContain('Question 3 of 9');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('style=');
  });

  it('records the opening when a patient opens it, and not when a program looks ahead', async () => {
    const { service, get, pages } = setUp();
    await pages(new Request(`${ORIGIN}/answer/open`, { method: 'HEAD' }));
    await get('/answer/open', { 'Sec-Purpose': 'prefetch' });
    await get('/answer/waiting');
    expect(service.openings).toEqual([]);
    await get('/answer/open');
    expect(service.openings).toEqual(['open']);
  });

  it.each([
    ['', 'en-GB,en;q=0.9', 'en', 'Not at all'],
    ['', 'pt-PT, en;q=0.5', 'pt-BR', 'Nenhuma vez'],
    ['', 'de, pt;q=0.2', 'pt-BR', 'Nenhuma vez'],
    ['', 'de', 'en', 'Not at all'],
    ['?lang=pt-BR', 'en', 'pt-BR', 'Nenhuma vez'],
    ['?lang=en', 'pt-BR', 'en', 'Not at all'],
    ['?lang=xx', 'pt-BR', 'pt-BR', 'Nenhuma vez'],
  ])('with query "%s" and Accept-Language "%s" speaks %s', async (query, accept, lang, option) => {
    const html = await (await setUp().get(`/answer/open${query}`, { 'Accept-Language': accept })).text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(option);
  });

  it('offers the other language on the same link', async () => {
    const html = await (await setUp().get('/answer/open?lang=en')).text();
    expect(html).toContain('<a href="/answer/open?lang=pt-BR" lang="pt-BR" hreflang="pt-BR">');
  });

  it.each([
    ['open', 200, 'Patient Health Questionnaire'],
    ['waiting', 200, 'The next one is due on March 9, 2026'],
    ['idle', 200, 'No further date is set'],
    ['answered', 200, 'answered on March 2, 2026'],
    ['weekly', 200, 'The next one is due on March 9, 2026'],
    ['closed', 410, 'This request is closed'],
    ['never-given', 404, 'This link is not valid'],
    ['..%2Fopen', 404, 'This link is not valid'],
    ['', 404, 'This link is not valid'],
  ])('behind the link "%s" answers %i and says so', async (token, status, sentence) => {
    const response = await setUp().get(`/answer/${token}`);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
  });

  it.each(['open', 'waiting', 'answered', 'closed', 'unknown'])(
    'behind "%s" tells everybody where help is, and that it is a demonstration',
    async (token) => {
      const { get } = setUp(phq9);
      const portuguese = await (await get(`/answer/${token}?lang=pt-BR`)).text();
      expect(portuguese).toMatch(/CVV, 188/);
      expect(portuguese).toMatch(/SAMU, 192/);
      expect(portuguese).toMatch(/demonstração.*paráfrases/);
      const english = await (await get(`/answer/${token}?lang=en`)).text();
      expect(english).toMatch(/local emergency number or a crisis line/);
      expect(english).toMatch(/demonstration.*paraphrases/);
    },
  );

  it('shows names and titles that hold HTML as text', async () => {
    const html = await (
      await setUp(gad7, {
        professionalName: '<img src=x onerror=alert(1)>',
        title: '</title><script>1</script>',
      }).get('/answer/open')
    ).text();
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('puts a hostile token into no markup', async () => {
    const html = await (await setUp().get('/answer/"><script>alert(1)</script>')).text();
    expect(html).not.toContain('<script');
  });

  it('leaves the title out where the application hides it', async () => {
    const html = await (await setUp(phq9, { hideTitle: true }).get('/answer/open')).text();
    expect(html).not.toContain('Patient Health');
    expect(html).toContain('<h1>Questionnaire</h1>');
  });

  it.each(['open', 'closed', 'unknown'])(
    'behind "%s" sends headers that let nothing run or leak',
    async (token) => {
      const { headers } = await setUp().get(`/answer/${token}`);
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Set-Cookie')).toBeNull();
    },
  );

  it('serves its stylesheet from the same handler', async () => {
    const { get } = setUp();
    const href = /<link rel="stylesheet" href="([^"]+)">/.exec(await (await get('/answer/open')).text())?.[1];
    const response = await get(href ?? '');
    expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toContain('prefers-color-scheme: dark');
  });
});
