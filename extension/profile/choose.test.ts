import { expect, it } from 'vitest';
import type { ProfileSource } from '../intents/protocol.ts';
import { evaluateProfiles, type OfferedProfile, type Seat, usedProfiles } from './choose.ts';
import { EXAMPLE } from './example.fixture.ts';
import type { Profile } from './profile.ts';

const SEAT: Seat = { number: 50, extension: '1.4.0' };

const offer = (
  source: ProfileSource,
  more: Partial<Profile>,
  from: string | null = null,
): OfferedProfile => ({
  source,
  from: from ?? (source === 'proxy' ? EXAMPLE.proxy : null),
  given: { ...EXAMPLE, ...more },
});
const whys = (...offered: OfferedProfile[]) => evaluateProfiles(offered, SEAT).map(({ unused }) => unused);
const used = (...offered: OfferedProfile[]) =>
  usedProfiles(evaluateProfiles(offered, SEAT)).map(({ id, version }) => `${id} ${version}`);

it('uses the highest version of an id, wherever it comes from', () => {
  const offered = [
    offer('package', { version: 1 }),
    offer('proxy', { version: 3 }),
    offer('own', { version: 2 }),
  ];
  expect(whys(...offered)).toEqual(['older', null, 'older']);
  expect(used(...offered)).toEqual(['clinic 3']);
});

it('uses a managed profile whatever the version of the others', () => {
  expect(whys(offer('own', { version: 9 }), offer('managed', { version: 1 }))).toEqual(['overridden', null]);
});

it('switches an id off by a higher version, also by one of the same number', () => {
  expect(whys(offer('own', { version: 1 }), offer('proxy', { version: 2, enabled: false }))).toEqual([
    'older',
    'switched-off',
  ]);
  expect(whys(offer('own', {}), offer('proxy', { enabled: false }))).toEqual(['older', 'switched-off']);
  expect(used(offer('own', {}), offer('managed', { version: 1, enabled: false }))).toEqual([]);
});

it('switches on again by a version after that', () => {
  expect(used(offer('proxy', { version: 2, enabled: false }), offer('own', { version: 3 }))).toEqual([
    'clinic 3',
  ]);
});

it('lists one that does not parse with its faults, and uses the others', () => {
  const [broken, sound] = evaluateProfiles([offer('own', { version: -1 }), offer('package', {})], SEAT);
  expect(broken).toMatchObject({
    profile: null,
    id: 'clinic',
    unused: 'faults',
    faults: [{ field: 'version' }],
  });
  expect(sound?.unused).toBeNull();
});

it('lets a proxy speak for itself only', () => {
  const other = 'https://evil.example';
  const [borrowed] = evaluateProfiles([offer('proxy', { proxy: EXAMPLE.proxy }, other)], SEAT);
  expect(borrowed).toMatchObject({ unused: 'faults', faults: [{ field: 'proxy' }] });
  expect(
    used(offer('package', { version: 1 }), offer('proxy', { version: 99, proxy: other }, other)),
  ).toEqual(['clinic 1']);
});

it('leaves a site to the proxy that was known first, whatever another one hands out for it', () => {
  const other = 'https://evil.example';
  const first = offer('proxy', { version: 1 });
  for (const taking of [{ version: 99 }, { version: 99, enabled: false }]) {
    const second = offer('proxy', { ...taking, proxy: other }, other);
    expect(evaluateProfiles([first, second], SEAT)).toMatchObject([
      { unused: null },
      { unused: 'faults', faults: [{ field: 'proxy', fault: { code: 'taken' } }] },
    ]);
  }
  // The pages are the same by another id too.
  const elsewhere = offer('proxy', { id: 'a-clinic', proxy: other }, other);
  expect(used(first, elsewhere)).toEqual(['clinic 1', 'a-clinic 3']);
});

it('asks managed profiles first, then what was added by hand, the proxy’s, the package’s', () => {
  expect(
    used(
      offer('package', { id: 'a' }),
      offer('proxy', { id: 'b' }),
      offer('own', { id: 'c' }),
      offer('managed', { id: 'd' }),
    ),
  ).toEqual(['d 3', 'c 3', 'b 3', 'a 3']);
});

it('uses a version on the seats that it has been rolled out to, and the one below it on the others', () => {
  const offered = [offer('proxy', { version: 3, rollout: 50 }), offer('proxy', { version: 2 })];
  const on = (number: number) => evaluateProfiles(offered, { ...SEAT, number }).map(({ unused }) => unused);
  expect(on(49)).toEqual([null, 'older']);
  expect(on(50)).toEqual(['later', null]);
  const none = [offer('proxy', { version: 3, rollout: 0, enabled: false }), offer('proxy', { version: 2 })];
  expect(evaluateProfiles(none, { ...SEAT, number: 0 }).map(({ unused }) => unused)).toEqual(['later', null]);
});

it.each([
  [{ from: '1.4' }, null],
  [{ from: '1.10.0' }, 'extension'],
  [{ except: ['1.4.0'] }, 'extension'],
  [{ except: ['1.4'] }, 'extension'],
  [{ except: ['1.4.1', '11.4.0'] }, null],
  [{ from: '1.2', except: ['1.3.9'] }, null],
] as const)(
  'with extension %j the site on 1.4.0 is %s, and no lower version takes its place',
  (extension, why) => {
    const rules = { from: '0', ...extension, except: [...('except' in extension ? extension.except : [])] };
    expect(whys(offer('proxy', { version: 2, extension: rules }), offer('proxy', { version: 1 }))).toEqual([
      why,
      'older',
    ]);
  },
);
