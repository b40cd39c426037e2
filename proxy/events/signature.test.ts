import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { PREVIOUS_SECRET, SECRET, signatureOf } from '../fixtures/delivery.ts';
import { verifySignature } from './receive.ts';

const NOW = 1_772_445_600;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const verdict = (
  header: string | undefined,
  body: string | Uint8Array,
  secrets: readonly string[] = [SECRET],
) => verifySignature(header, typeof body === 'string' ? bytes(body) : body, secrets, NOW * 1000);

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
  test('accepts and refuses what it does at every distance in time, but for more than 300 s ahead', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: -700, max: 700 }), (body, offset) => {
        const header = signatureOf(body, NOW + offset);
        expect(stripeAccepts(bytes(body), header)).toBe(offset >= -300);
        expect(verdict(header, body)).toBe(Math.abs(offset) <= 300 ? 'valid' : 'untimely');
      }),
    );
  });

  test.each([-301, -300, 300, 301])('%i seconds away is decided by the second', (offset) => {
    const held = Math.abs(offset) <= 300;
    expect(verdict(signatureOf('{}', NOW + offset), '{}')).toBe(held ? 'valid' : 'untimely');
  });

  test('refuses, as it does, every body and every signature of which one bit was turned', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), fc.boolean(), (body, at, inBody) => {
        const header = signatureOf(body, NOW);
        const turned = Buffer.from(inBody ? body : header);
        const bit = at % (turned.length * 8);
        turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const [sentBody, sentHeader] = inBody
          ? [new Uint8Array(turned), header]
          : [bytes(body), turned.toString('latin1')];
        expect(verdict(sentHeader, sentBody)).toBe('forged');
        expect(stripeAccepts(sentBody, sentHeader)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('refuses junk after the time, which it passes over', () => {
    const header = signatureOf('{}', NOW).replace(`t=${NOW}`, `t=${NOW}junk`);
    expect(stripeAccepts(bytes('{}'), header)).toBe(true);
    expect(verdict(header, '{}')).toBe('forged');
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
  ])('%s is refused', (_, header) => {
    expect(verdict(header, '{}')).toBe('forged');
  });

  test('a time of many digits is merely far away', () => {
    const long = '9'.repeat(400);
    const header = signatureOf('{}', NOW).replace(String(NOW), long);
    expect(verdict(header, '{}')).toBe('forged');
    const signed = signatureOf('{}', long as unknown as number);
    expect(verdict(signed, '{}')).toBe('untimely');
  });
});

test('both the current and the previous secret count, and no other', () => {
  const ring = [SECRET, PREVIOUS_SECRET];
  expect(verdict(signatureOf('{}', NOW, PREVIOUS_SECRET), '{}', ring)).toBe('valid');
  expect(verdict(signatureOf('{}', NOW), '{}', ring)).toBe('valid');
  expect(verdict(signatureOf('{}', NOW, 'a secret of somebody else'), '{}', ring)).toBe('forged');
  expect(verdict(signatureOf('{}', NOW, PREVIOUS_SECRET), '{}', [SECRET])).toBe('forged');
});

test('the raw bytes count: bytes that are no text, and a body of none', () => {
  const raw = new Uint8Array([0xff, 0x00, 0xfe, 0x0a]);
  expect(verdict(signatureOf(raw, NOW), raw)).toBe('valid');
  expect(verdict(signatureOf('', NOW), '')).toBe('valid');
  // Both decode to the same replacement characters.
  expect(verdict(signatureOf(raw, NOW), new Uint8Array([0xfe, 0x00, 0xff, 0x0a]))).toBe('forged');
});
