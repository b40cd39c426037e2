import { describe, expect, it } from 'vitest';
import { openReceiver } from './receiver.fixture.ts';
import { answered, control, deliveries, open, register, SECRET, until } from './webhook-clinic.fixture.ts';

describe('/sandbox/webhooks', () => {
  it('lists the endpoints without their secrets, replaces and removes them', async () => {
    const receiver = await openReceiver(() => 500);
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await control('POST', 'webhooks', { url: 'http://127.0.0.1:1/', secret: SECRET });
    await register('https://partner.example/inbox', 'other-key');
    await register(receiver.url);
    const listed = await (await control('GET', 'webhooks')).text();
    expect(JSON.parse(listed)).toEqual([
      { partner: 'demo', key: 'demo-key', url: receiver.url },
      { partner: 'other', key: 'other-key', url: 'https://partner.example/inbox' },
    ]);
    expect(listed).not.toContain(SECRET);
    await answered();
    await until(([one]) => one?.attempts.length === 1);
    const left = await control('DELETE', 'webhooks?key=demo-key');
    expect(await left.json()).toHaveLength(1);
    expect((await deliveries('?status=CANCELED&limit=1')).map(({ nextTryAt }) => nextTryAt)).toEqual([null]);
    expect(await (await control('DELETE', 'webhooks')).json()).toEqual([]);
  });

  it.each([
    ['url', { key: 'demo-key', secret: 's' }],
    ['url', { key: 'demo-key', secret: 's', url: 'partner.example' }],
    ['url', { key: 'demo-key', secret: 's', url: 'file:///etc/passwd' }],
    ['url', { key: 'demo-key', secret: 's', url: 'http://user:word@partner.example/' }],
    ['secret', { key: 'demo-key', url: 'http://partner.example/' }],
    ['secret', { key: 'demo-key', url: 'http://partner.example/', secret: ' ' }],
    ['key', { key: 'nobody', url: 'http://partner.example/', secret: 's' }],
    ['key', { key: 7, url: 'http://partner.example/', secret: 's' }],
    ['body', []],
  ])('names %s in a 400', async (field, body) => {
    await open();
    const reply = await control('POST', 'webhooks', body);
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { message: string }).message).toContain(`${field}: `);
    expect(await (await control('GET', 'webhooks')).json()).toEqual([]);
  });

  it.each([
    ['PUT', 'webhooks', 405],
    ['POST', 'deliveries', 405],
    ['GET', 'deliveries?limit=-1', 400],
    ['GET', 'deliveries?status=LOST', 400],
    ['DELETE', 'webhooks?key=nobody', 400],
    ['GET', 'deliveries/1', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    await open();
    expect((await control(method, path)).status).toBe(status);
  });
});
