import { describe, expect, it } from 'vitest';
import { createSessions, hashPassword, isPassword } from './staff.ts';

const MEMBER = { id: 's', email: 's@clinic.example', name: 'S', passwordHash: '', professionalId: 'p' };
const HOUR = 3_600_000;

describe('a session', () => {
  it('ends after two hours without a request, and after twelve in any case', () => {
    let now = 0;
    const sessions = createSessions(() => now);
    const { id } = sessions.begin(MEMBER);
    for (let hour = 1; hour <= 12; hour++) {
      now = hour * HOUR;
      expect(sessions.find(id)?.member).toBe(MEMBER);
    }
    now = 12 * HOUR + 1;
    expect(sessions.find(id)).toBeNull();
    const idle = sessions.begin(MEMBER);
    now += 2 * HOUR + 1;
    expect(sessions.find(idle.id)).toBeNull();
  });

  it('is one of at most a thousand: the oldest gives way', () => {
    const sessions = createSessions(() => 0);
    const first = sessions.begin(MEMBER);
    for (let at = 0; at < 1000; at++) sessions.begin(MEMBER);
    expect(sessions.find(first.id)).toBeNull();
  });
});

describe('a password', () => {
  it('is kept salted and hashed, and is right only as it is', async () => {
    const [one, other] = await Promise.all([hashPassword('aurora'), hashPassword('aurora')]);
    expect(one).not.toBe(other);
    expect(one).not.toContain('aurora');
    expect(await isPassword('aurora', one)).toBe(true);
    expect(await isPassword('Aurora', one)).toBe(false);
  });

  it.each([
    '',
    'aurora',
    'scrypt..',
    'scrypt.9.AAAA.',
    'scrypt.16.AAAA.AAAA',
    'scrypt.-1.AAAA.AAAA',
    'plain.9.AAAA.AAAA',
  ])('is never right for "%s"', async (hash) => {
    expect(await isPassword('', hash)).toBe(false);
    expect(await isPassword('aurora', hash)).toBe(false);
  });
});
