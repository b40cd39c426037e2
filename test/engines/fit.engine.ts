import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from '../browser/extension-panel/build.ts';
import { BAD, CHART, FOOT, GOOD } from '../browser/extension-panel/layouts.ts';
import { answers } from '../browser/extension-panel/service.ts';
import { ANA } from '../browser/panel-data.ts';
import { type Driver, until } from './driver.ts';
import { startFirefox } from './firefox.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
/** Asks the test in place of the background. */
const ASK = `globalThis.answerIntent = async (...asked) =>
  (await fetch('/ask', { method: 'POST', body: JSON.stringify(asked) })).json();`;
const HOST = `[...document.querySelectorAll('span')].find((one) => one.shadowRoot)`;

async function readAsked(
  request: IncomingMessage,
): Promise<[string | null, string, Record<string, unknown>]> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

interface Report {
  readonly at: number | null;
  readonly refused: readonly { readonly fault: { readonly why: string } }[];
}

describe('where the panel stands, in Firefox', () => {
  let driver: Driver;
  let server: Server;
  let shown = '';
  beforeAll(async () => {
    const script = await buildPage();
    const given = answers();
    server = createServer(async (request, response) => {
      const send = (type: string, body: string): void => {
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
      };
      if (request.url === '/panel.js') return send('text/javascript', script);
      if (request.url === '/ask.js') return send('text/javascript', ASK);
      if (request.url !== '/ask') return send('text/html', shown);
      const [epoch, intent, input] = await readAsked(request);
      send('application/json', JSON.stringify({ value: await given[intent]?.(input, epoch) }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    driver = await startFirefox();
  }, 120_000);
  afterAll(async () => {
    await driver?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Opens a page, and has the panel of Ana stand after her name. */
  async function show(css: string, markup: string, places: readonly object[] = []): Promise<void> {
    const listed = places.length > 0 ? ` data-places='${JSON.stringify(places)}'` : '';
    shown = `<!doctype html><html lang="en"><meta charset="utf-8"><title>EHR</title>
      <style>:root{color-scheme:light dark}body{margin:16px;font:15px sans-serif}${css}</style>
      <script src="/ask.js"></script><script defer src="/panel.js"></script>
      <body><main${listed}>${markup}</main></body></html>`;
    await driver.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await driver.evaluate(
      `globalThis.painted = [];
       const look = () => {
         const host = ${HOST};
         if (host) painted.push(host.parentElement.id);
         requestAnimationFrame(look);
       };
       look();
       const identity = { keys: [{ system: 'mrn', value: '${ANA}' }] };
       panels.show({ epoch: 'epoch-of-ana', identity }, { anchor: document.getElementById('name'), at: 'after' });`,
    );
  }

  /** What is said of the places, once it is said. */
  const report = (wanted: (told: Report) => boolean = () => true): Promise<Report | null> =>
    until<Report | null>(driver, 'return reports.at(-1) ?? null', (told) => told !== null && wanted(told));

  it.each(BAD)('$name no panel is shown, and it is said why', async ({ css, markup, why }) => {
    await show(css, markup);
    expect(await report()).toMatchObject({ at: null, refused: [{ place: 0, fault: { why } }] });
    expect(await driver.evaluate(`return ${HOST} === undefined`)).toBe(true);
    expect(await driver.evaluate('return painted.length')).toBe(0);
  });

  it.each(GOOD)('$name the panel stands well', async ({ css, markup }) => {
    await show(css, markup);
    expect(await report()).toEqual({ at: 0, refused: [] });
    const said = `return ${HOST}?.shadowRoot.textContent ?? ''`;
    await until<string>(driver, said, (text) => text.includes('Ana Lima'));
    const box = await driver.evaluate<{ width: number; height: number; over: number }>(
      `const host = ${HOST};
       host.scrollIntoView({ block: 'nearest' });
       const { top, bottom, width, height } = host.getBoundingClientRect();
       const over = [...document.querySelectorAll('.note,#name')].filter((one) => {
         const other = one.getBoundingClientRect();
         return Math.min(other.bottom, bottom) - Math.max(other.top, top) > 4;
       }).length;
       return { width, height, over };`,
    );
    expect(box.width).toBeGreaterThanOrEqual(240);
    expect(box.height).toBeGreaterThanOrEqual(23);
    expect(box.over).toBe(0);
  });

  it('where the first place is bad, the panel stands at the next one before anything is painted', async () => {
    const places = [
      { select: '#name', at: 'after' },
      { select: '#foot', at: 'before' },
    ];
    await show('#box{height:80px;overflow:hidden}', `<div id="box">${CHART}</div>${FOOT}`, places);
    expect(await report()).toMatchObject({ at: 1, refused: [{ place: 0 }] });
    expect(await driver.evaluate(`return painted.includes('box')`)).toBe(false);
  });

  it('a cover that comes and stays has the panel taken out, whether the pointer goes through it or not', async () => {
    for (const pointer of ['auto', 'none']) {
      await show(`#over{position:absolute;inset:0;background:#fff;pointer-events:${pointer}}`, CHART);
      await report(({ at }) => at === 0);
      await driver.evaluate(
        `const over = document.createElement('div'); over.id = 'over'; document.body.append(over);`,
      );
      expect(await report(({ at }) => at === null)).toMatchObject({
        refused: [{ fault: { why: 'covered', measure: 100 } }],
      });
    }
  });
});
