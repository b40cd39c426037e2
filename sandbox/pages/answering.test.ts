import { describe, expect, it } from 'vitest';
import { phq9 } from '../library/instruments/phq-9.ts';
import { FORM, JSON_TYPE, ORIGIN, setUp } from './pages.fixture.ts';

const sheet = (...values: readonly string[]) =>
  JSON.stringify({ answers: values.map((value, index) => ({ questionId: 201 + index, value })) });

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
    expect(html).toContain('Ainda não foi enviado. Responda a estas perguntas:');
    expect(html).toContain('Pergunta 2: Escolha uma resposta.');
  });

  it('refuses two answers to one question, and takes neither for the choice', async () => {
    const body = 'q201=Several+days&q201=Not+at+all&q202=Not+at+all';
    const html = await (await setUp().send('/answer/open?lang=en', body, FORM)).text();
    expect(html).toContain('More than one answer was received');
    expect(html.match(/checked/g)).toHaveLength(1);
  });

  it('refuses a text that is not an option, and a question that it does not have', async () => {
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

describe('saving without sending', () => {
  const one = { submissionId: 71, answers: [{ questionId: 201, value: 'Several days' }] };

  it('keeps an answer, and shows it when the link is opened again', async () => {
    const { service, save, get } = setUp();
    const saved = await save('/answer/open', one);
    expect([saved.status, await saved.json()]).toEqual([200, { status: 'SAVED' }]);
    const html = await (await get('/answer/open?lang=en')).text();
    expect(html).toMatch(/value="Several days" checked>/);
    expect(html).toContain('Your earlier answers are here.');
    expect(service.totals).toEqual([]);
  });

  it('takes the form’s own button where no script runs, and sends nothing', async () => {
    const { service, send, get } = setUp();
    const saved = await send('/answer/open?lang=en', 'submission=71&q201=Several+days&save=', FORM);
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/answer/open?lang=en']);
    expect(await (await get('/answer/open')).text()).toMatch(/value="Several days" checked>/);
    expect(service.totals).toEqual([]);
  });

  it.each([
    ['open', { ...one, submissionId: 70 }, 409],
    ['answered', one, 409],
    ['closed', one, 422],
    ['unknown', one, 404],
    ['open', { answers: [{ questionId: '201' }] }, 400],
  ])('behind "%s" refuses %j with %i', async (token, body, status) => {
    const { save, get } = setUp();
    expect((await save(`/answer/${token}`, body)).status).toBe(status);
    expect(await (await get('/answer/open')).text()).not.toContain(' checked');
  });
});

describe('help after a risk item', () => {
  const answers = (last: string) =>
    Array.from({ length: 9 }, (_, at) => `q${101 + at}=${at === 8 ? last : 'Not+at+all'}`).join('&');

  it('comes first on the page of thanks, with links to call', async () => {
    const { send, get } = setUp(phq9, { clinic: { country: 'BR' } });
    const sent = await send('/answer/open?lang=en', answers('Several+days'), FORM);
    const html = await (await get(sent.headers.get('Location') ?? '')).text();
    const support = html.indexOf('You can talk to someone now');
    expect(support).toBeGreaterThan(html.indexOf('Thank you'));
    expect(support).toBeLessThan(html.indexOf('Your answers were received'));
    expect(html.match(/href="tel:188"/g)).toHaveLength(2);
    expect(html).toContain('please talk to someone now. Don’t wait for a reply: your answers are not read');
  });

  it('is not there after a sheet without one', async () => {
    const { send, get } = setUp(phq9, { clinic: { country: 'BR' } });
    const sent = await send('/answer/open?lang=en', answers('Not+at+all'), FORM);
    const html = await (await get(sent.headers.get('Location') ?? '')).text();
    expect(html).toContain('Thank you');
    expect(html).not.toContain('You can talk to someone now');
    expect(html.match(/href="tel:188"/g)).toHaveLength(1);
  });

  it('names no number without a country', async () => {
    const { send, get } = setUp(phq9);
    const sent = await send('/answer/open?lang=en', answers('Nearly+every+day'), FORM);
    const html = await (await get(sent.headers.get('Location') ?? '')).text();
    expect(html).toContain('You can talk to someone now');
    expect(html).toMatch(/local emergency number/);
    expect(html).not.toContain('tel:');
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
    ['a text that is not an option', sheet('Not at all', '<b>'), /question 202: not-an-option/],
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
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, PATCH']);
  });
});
