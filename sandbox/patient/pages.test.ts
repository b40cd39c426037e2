import { describe, expect, it } from 'vitest';
import { gad7 } from '../library/instruments/gad-7.ts';
import { phq2 } from '../library/instruments/phq-2.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { memoryAnswers } from './memory-answers.fixture.ts';
import { createPatientPages } from './pages.ts';

const ORIGIN = 'http://sandbox.test';

function setUp(definition = phq2, options: Parameters<typeof memoryAnswers>[1] = {}) {
  const service = memoryAnswers(definition, options);
  const pages = createPatientPages(service);
  return {
    service,
    get: (path: string, headers: Record<string, string> = {}) =>
      pages(new Request(`${ORIGIN}${path}`, { headers })),
    send: (path: string, body: string, type: string, headers: Record<string, string> = {}) =>
      pages(
        new Request(`${ORIGIN}${path}`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': type, ...headers },
        }),
      ),
    pages,
  };
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const sheet = (...values: readonly string[]) =>
  JSON.stringify({ answers: values.map((value, index) => ({ questionId: 201 + index, value })) });

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

describe('answering with the form', () => {
  it('takes a complete sheet, leads to the thanks, and answers once only', async () => {
    const { service, send, get } = setUp();
    const sent = await send('/answer/open?lang=en', 'q201=Several+days&q202=Nearly+every+day', FORM);
    expect(sent.status).toBe(303);
    const location = sent.headers.get('Location') ?? '';
    const thanks = await (await get(location)).text();
    expect(thanks).toContain('Thank you');
    await get(location);
    const again = await send('/answer/open?lang=en', 'q201=Several+days&q202=Nearly+every+day', FORM);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('Already answered');
    expect(service.totals).toEqual([4]);
  });

  it('refuses an incomplete sheet: says so first, links to the question, keeps what was chosen', async () => {
    const { service, send } = setUp();
    const response = await send('/answer/open?lang=en', 'q202=Nearly+every+day', FORM);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(service.totals).toEqual([]);
    expect(html).toContain('<title>Error: ');
    expect(html.indexOf('role="alert"')).toBeLessThan(html.indexOf('<h1>'));
    expect(html).toMatch(/role="alert" tabindex="-1"/);
    expect(html).toContain('<a href="#q201-0">Question 1: Choose one answer.</a>');
    expect(html).toContain('id="q201-0"');
    expect(html).toContain('aria-invalid="true" aria-describedby="q201-error"');
    expect(html).toContain('id="q201-error"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
    expect(html).toMatch(/value="Nearly every day" checked>/);
  });

  it('says it in Portuguese', async () => {
    const html = await (await setUp().send('/answer/open?lang=pt-BR', '', FORM)).text();
    expect(html).toContain('2 perguntas precisam da sua atenção');
    expect(html).toContain('Pergunta 2: Escolha uma resposta.');
  });

  it('refuses two answers to one question, and takes neither for the choice', async () => {
    const body = 'q201=Several+days&q201=Not+at+all&q202=Not+at+all';
    const html = await (await setUp().send('/answer/open?lang=en', body, FORM)).text();
    expect(html).toContain('More than one answer was received');
    expect(html.match(/checked/g)).toHaveLength(1);
  });

  it('refuses what is no option, and what is no question of it', async () => {
    const { send, service } = setUp();
    const wrong = await send('/answer/open?lang=en', 'q201=%3Cb%3E&q202=Not+at+all', FORM);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('not one of the options');
    const stranger = await send('/answer/open?lang=en', 'q201=Not+at+all&q202=Not+at+all&q999=1', FORM);
    expect(stranger.status).toBe(400);
    expect(await stranger.text()).toContain('not part of this questionnaire');
    expect(service.totals).toEqual([]);
  });

  it.each([
    ['closed', 422, 'This request is closed'],
    ['waiting', 422, 'Nothing to answer now'],
    ['unknown', 404, 'This link is not valid'],
  ])('behind "%s" answers %i with the page that says why', async (token, status, sentence) => {
    const response = await setUp().send(`/answer/${token}?lang=en`, 'q201=Not+at+all', FORM);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
  });

  it('refuses more than 64 KB', async () => {
    const response = await setUp().send('/answer/open', `q201=${'a'.repeat(70_000)}`, FORM, {
      Accept: 'text/html',
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('More was sent than this page accepts');
  });
});

describe('answering with JSON', () => {
  it('answers 200 with the submission, then 409', async () => {
    const { send, service } = setUp();
    const first = await send('/answer/open', sheet('Nearly every day', 'Nearly every day'), JSON_TYPE);
    expect([first.status, await first.json()]).toEqual([200, { status: 'ANSWERED', submissionId: 71 }]);
    expect(service.totals).toEqual([6]);
    expect((await send('/answer/open', sheet('Not at all', 'Not at all'), JSON_TYPE)).status).toBe(409);
  });

  it.each([
    ['no JSON', '{"answers":', /body/i],
    ['an array', '[]', /body/i],
    ['no answers', '{}', /answers/],
    [
      'a question id that is text',
      '{"answers":[{"questionId":"201","value":"Not at all"}]}',
      /answers\.0\.questionId/,
    ],
    ['a value that is a number', '{"answers":[{"questionId":201,"value":0}]}', /answers\.0\.value/],
    ['a missing answer', sheet('Not at all'), /question 202: missing/],
    ['what is no option', sheet('Not at all', '<b>'), /question 202: not-an-option/],
    ['a third question', sheet('Not at all', 'Not at all', 'Not at all'), /question 203: unknown-question/],
  ])('refuses %s with 400 VALIDATION_ERROR that names the field', async (_what, body, named) => {
    const { send, service } = setUp();
    const response = await send('/answer/open', body, JSON_TYPE);
    const error = await response.json();
    expect(response.status).toBe(400);
    expect(error).toEqual({ code: 'VALIDATION_ERROR', message: expect.stringMatching(named) });
    expect(service.totals).toEqual([]);
  });

  it.each([
    ['unknown', 404],
    ['answered', 409],
    ['closed', 422],
    ['waiting', 422],
  ])('behind "%s" answers %i with an ErrorResponse', async (token, status) => {
    const response = await setUp().send(`/answer/${token}`, sheet('Not at all', 'Not at all'), JSON_TYPE);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
  });

  it.each([['text/plain'], ['multipart/form-data; boundary=x'], ['']])(
    'refuses the media type "%s" with 415',
    async (type) => {
      const response = await setUp().send('/answer/open', sheet('Not at all', 'Not at all'), type);
      expect([response.status, (await response.json()).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it('refuses more than 64 KB with 413, even where no length is announced', async () => {
    const { pages } = setUp();
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 9; part += 1) controller.enqueue(new Uint8Array(8_192));
        controller.close();
      },
    });
    // `duplex` is demanded by Node's fetch for a streamed body, and unknown to the DOM's types.
    const init = { method: 'POST', body, headers: { 'Content-Type': JSON_TYPE }, duplex: 'half' };
    const request = new Request(`${ORIGIN}/answer/open`, init);
    expect((await pages(request)).status).toBe(413);
  });

  it('refuses other methods with 405 and says which are there', async () => {
    const response = await setUp().pages(new Request(`${ORIGIN}/answer/open`, { method: 'DELETE' }));
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
