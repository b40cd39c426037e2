import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { answeredBody, PREVIOUS_SECRET, SECRET, signatureOf } from '../../proxy/fixtures/delivery.ts';
import { checkSignature, verifyWebhook } from './webhooks.ts';

const NOW = 1_772_445_600;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const verdict = (
  header: string | undefined,
  body: string | Uint8Array,
  secrets: readonly string[] = [SECRET],
) => checkSignature(header, typeof body === 'string' ? bytes(body) : body, secrets, NOW * 1000);

/** What the published library of another service with this form of signature says. */
function stripeAccepts(body: Uint8Array, header: string): boolean {
  try {
    const at = NOW * 1000;
    Stripe.webhooks.constructEvent(Buffer.from(body), header, SECRET, 300, undefined, at);
    return true;
  } catch {
    return false;
  }
}

const bodies = fc.json().map((text) => `{"id":"a","data":${text}}`);

describe('against stripe.webhooks.constructEvent', () => {
  test('accepts and refuses what it does at every distance in time, but for more than 300 s ahead', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer({ min: -700, max: 700 }), async (body, offset) => {
        const header = signatureOf(body, NOW + offset);
        expect(stripeAccepts(bytes(body), header)).toBe(offset >= -300);
        expect(await verdict(header, body)).toBe(Math.abs(offset) <= 300 ? 'valid' : 'untimely');
      }),
    );
  });

  test.each([-301, -300, 300, 301])('%i seconds away is decided by the second', async (offset) => {
    const held = Math.abs(offset) <= 300;
    expect(await verdict(signatureOf('{}', NOW + offset), '{}')).toBe(held ? 'valid' : 'untimely');
  });

  test('refuses, as it does, every body and every signature of which one bit was turned', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.nat(), fc.boolean(), async (body, at, inBody) => {
        const header = signatureOf(body, NOW);
        const turned = Buffer.from(inBody ? body : header);
        const bit = at % (turned.length * 8);
        turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const [sentBody, sentHeader] = inBody
          ? [new Uint8Array(turned), header]
          : [bytes(body), turned.toString('latin1')];
        expect(await verdict(sentHeader, sentBody)).toBe('forged');
        expect(stripeAccepts(sentBody, sentHeader)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('refuses junk after the time, which it passes over', async () => {
    const header = signatureOf('{}', NOW).replace(`t=${NOW}`, `t=${NOW}junk`);
    expect(stripeAccepts(bytes('{}'), header)).toBe(true);
    expect(await verdict(header, '{}')).toBe('forged');
  });
});

describe('the form of the header', () => {
  const right = signatureOf('{}', NOW);
  const [time = '', v1 = ''] = right.split(',');
  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['a space after the comma', `${time}, ${v1}`],
    ['the parts the other way round', `${v1},${time}`],
    ['two signatures', `${right},${v1}`],
    ['another scheme', right.replace('v1', 'v0')],
    ['capital digits', `${time},${v1.toUpperCase().replace('V1', 'v1')}`],
    ['a signature that is too short', right.slice(0, -2)],
    ['a signature that is too long', `${right}00`],
    ['a line break at the end', `${right}\n`],
    ['a negative time', signatureOf('{}', -NOW)],
    ['a fraction of a second', right.replace(time, `${time}.5`)],
    ['no time', right.replace(time, 't=')],
    ['a space before it', ` ${right}`],
  ])('%s is refused', async (_, header) => {
    expect(await verdict(header, '{}')).toBe('forged');
  });

  test('a time of many digits is merely far away', async () => {
    const long = '9'.repeat(400);
    const header = signatureOf('{}', NOW).replace(String(NOW), long);
    expect(await verdict(header, '{}')).toBe('forged');
    const signed = signatureOf('{}', long as unknown as number);
    expect(await verdict(signed, '{}')).toBe('untimely');
  });
});

test('both the current and the previous secret count, and no other', async () => {
  const ring = [SECRET, PREVIOUS_SECRET];
  expect(await verdict(signatureOf('{}', NOW, PREVIOUS_SECRET), '{}', ring)).toBe('valid');
  expect(await verdict(signatureOf('{}', NOW), '{}', ring)).toBe('valid');
  expect(await verdict(signatureOf('{}', NOW, 'a secret of somebody else'), '{}', ring)).toBe('forged');
  expect(await verdict(signatureOf('{}', NOW, PREVIOUS_SECRET), '{}', [SECRET])).toBe('forged');
});

test('the raw bytes count: bytes that are no text, and a body of none', async () => {
  const raw = new Uint8Array([0xff, 0x00, 0xfe, 0x0a]);
  expect(await verdict(signatureOf(raw, NOW), raw)).toBe('valid');
  expect(await verdict(signatureOf('', NOW), '')).toBe('valid');
  // Both decode to the same replacement characters.
  expect(await verdict(signatureOf(raw, NOW), new Uint8Array([0xfe, 0x00, 0xff, 0x0a]))).toBe('forged');
});

describe('verifyWebhook', () => {
  const options = { secrets: [SECRET], nowMs: NOW * 1000 };
  const verify = (body: string, header: string | null = signatureOf(body, NOW)) =>
    verifyWebhook(bytes(body), header, options);

  test('gives the envelope of a signed delivery, of an unknown kind too', async () => {
    const body = '{"id":"a3bb189e-8bf9-3888-9912-ace4e6543002","event":"LATER","data":{"x":1}}';
    expect(await verify(body)).toMatchObject({ type: 'OTHER', event: 'LATER', data: { x: 1 } });
  });

  test('tells the kinds apart by their type, and keeps one whose identifiers cannot be read', async () => {
    const answered = await verify(answeredBody(12));
    expect(answered.type === 'SUBMISSION_ANSWERED' && answered.data.submissionId).toBe(12);
    const data = { applicationId: 5, canceledAt: '2026-03-01T09:00:00Z', createdByPartner: true };
    const id = 'a3bb189e-8bf9-3888-9912-ace4e6543002';
    const closed = await verify(JSON.stringify({ id, event: 'APPLICATION_CANCELED_IDLE', data }));
    expect(closed.type === 'APPLICATION_CANCELED_IDLE' && closed.data.canceledAt).toBe(data.canceledAt);
    expect(await verify(answeredBody(12, { submissionId: 'twelve' }))).toMatchObject({
      type: 'OTHER',
      event: 'SUBMISSION_ANSWERED',
    });
  });

  test.each<[string, string, string | null | undefined]>([
    ['unsigned', '{}', null],
    ['forged', '{}', signatureOf('{"a":1}', NOW)],
    ['untimely', '{}', signatureOf('{}', NOW - 301)],
    ['unreadable', '{"id":7}', undefined],
    ['unreadable', '{', undefined],
  ])('refuses a delivery that is %s, and says what to do', async (fault, body, header) => {
    const error = await verify(body, header).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WebhookError', fault, message: expect.stringContaining(': ') });
  });
});
