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
    expect(html.match(/<script[^>]*>[^<]*/g)).toEqual([
      '<script type="module" src="/answer/assets/answer.js">',
    ]);
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
    ['', 'es-MX, en;q=0.5', 'es', 'Nunca'],
    ['?lang=es', 'en', 'es', 'Poco interés o placer en las actividades'],
  ])('with query "%s" and Accept-Language "%s" speaks %s', async (query, accept, lang, option) => {
    const html = await (await setUp().get(`/answer/open${query}`, { 'Accept-Language': accept })).text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(option);
  });

  it('offers the other languages on the same link', async () => {
    const html = await (await setUp().get('/answer/open?lang=en')).text();
    for (const code of ['pt-BR', 'es'])
      expect(html).toContain(`<a href="/answer/open?lang=${code}" lang="${code}" hreflang="${code}">`);
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
    'behind "%s" leads everybody to help, says that answers are not watched, and that it is a demonstration',
    async (token) => {
      const { get } = setUp(phq9, { clinic: { country: 'BR' } });
      const portuguese = await (await get(`/answer/${token}?lang=pt-BR`)).text();
      expect(portuguese).toContain('<a href="#help">Precisa de ajuda agora?</a>');
      expect(portuguese).toContain('<a href="tel:188">Ligar para CVV: 188</a>');
      expect(portuguese).toContain('<a href="tel:192">Ligar para SAMU: 192</a>');
      expect(portuguese).toContain('não são lidas 24 horas por dia');
      expect(portuguese).toMatch(/demonstração.*paráfrases/);
      const english = await (await get(`/answer/${token}?lang=en`)).text();
      expect(english).toContain('<a href="tel:188">Call CVV: 188</a>');
      expect(english).toContain('not read around the clock');
      expect(english).toMatch(/demonstration.*paraphrases/);
    },
  );

  it.each(['en', 'pt-BR', 'es'])(
    'guesses no number by the language %s: without a country it says one sentence',
    async (lang) => {
      const html = await (await setUp(phq9).get(`/answer/open?lang=${lang}`)).text();
      expect(html).toMatch(
        /local emergency number|número de emergência local|número de emergencias de su zona/,
      );
      expect(html).not.toContain('tel:');
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
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('puts a hostile token into no markup', async () => {
    const html = await (await setUp().get('/answer/"><script>alert(1)</script>')).text();
    expect(html).not.toContain('<script>');
  });

  it('has a title that a patient understands, with the clinic’s name, and the scale’s name small', async () => {
    const html = await (await setUp(phq9, { clinic: { name: 'Clínica Aurora' } }).get('/answer/open')).text();
    expect(html).toContain('<h1>How have you been feeling?</h1>');
    expect(html).toContain('<title>How have you been feeling? · Clínica Aurora</title>');
    expect(html).toContain('<p class="clinic">Clínica Aurora</p>');
    expect(html).toContain('<small>Patient Health Questionnaire, 9 items (PHQ-9)</small>');
  });

  it('says the scale’s name once, in a language whose word for a questionnaire begins it', async () => {
    const html = await (await setUp(phq9).get('/answer/open?lang=pt-BR')).text();
    expect(html).toContain('<small>Questionário de Saúde do Paciente, 9 itens (PHQ-9)</small>');
  });

  it('leaves the scale’s name out where the application hides it', async () => {
    const html = await (await setUp(phq9, { hideTitle: true }).get('/answer/open')).text();
    expect(html).not.toMatch(/Patient Health|PHQ/);
    expect(html).toContain('<h1>How have you been feeling?</h1>');
  });

  it('shows who can be called beside a question with a risk item, while such an option is chosen', async () => {
    const html = await (await setUp(phq9, { clinic: { country: 'PT' } }).get('/answer/open?lang=en')).text();
    expect(html.match(/data-help/g)).toHaveLength(3);
    const [, note = ''] = html.split('class="with-help"');
    expect(html.split('class="with-help"')).toHaveLength(2);
    expect(note).toContain('<a href="tel:808242424">Call SNS 24: 808 24 24 24</a>');
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

  it('runs its own script on the form alone, which speaks to its own origin only', async () => {
    const { get } = setUp();
    const policy = (path: string) =>
      get(path).then(({ headers }) => headers.get('Content-Security-Policy') ?? '');
    expect(await policy('/answer/open')).toMatch(/script-src 'self'; connect-src 'self'$/);
    expect(await policy('/answer/answered')).not.toContain('script-src');
    const script = await get('/answer/assets/answer.js');
    expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).not.toMatch(/localStorage|sessionStorage|indexedDB|cookie|: string/);
  });

  it('serves its stylesheet from the same handler', async () => {
    const { get } = setUp();
    const href = /<link rel="stylesheet" href="([^"]+)">/.exec(await (await get('/answer/open')).text())?.[1];
    const response = await get(href ?? '');
    expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toContain('prefers-color-scheme: dark');
  });
});
