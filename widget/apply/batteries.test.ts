import { expect, it } from 'vitest';
import { readBatteries } from './batteries.ts';

const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';

it('takes named lists of instruments as they are, without spaces around the name', () => {
  const given = [{ name: ' Intake ', instruments: [PHQ9] }];
  expect(readBatteries(given)).toEqual({
    batteries: [{ name: 'Intake', instruments: [PHQ9] }],
    faults: [],
  });
  expect(readBatteries(undefined)).toEqual({ batteries: [], faults: [] });
});

it.each([
  ['no list at all', 'intake', 'batteries is not a list'],
  ['no battery', [null], /^batteries\[0\]\.name/],
  ['no name', [{ instruments: [PHQ9] }], /^batteries\[0\]\.name/],
  ['a name of spaces', [{ name: '  ', instruments: [PHQ9] }], /^batteries\[0\]\.name/],
  ['a name longer than a button', [{ name: 'x'.repeat(61), instruments: [PHQ9] }], /^batteries\[0\]\.name/],
  ['no instruments', [{ name: 'Intake' }], /^batteries\[0\]\.instruments/],
  ['an empty list', [{ name: 'Intake', instruments: [] }], /^batteries\[0\]\.instruments/],
  ['no UUID', [{ name: 'Intake', instruments: [PHQ9, 'phq-9'] }], /not a UUID/],
  ['a number', [{ name: 'Intake', instruments: [9] }], /not a UUID/],
])('leaves out a battery with %s, and says where', (_, given, fault) => {
  const { batteries, faults } = readBatteries(given);
  expect(batteries).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

it('keeps the valid ones beside a wrong one, and the first of two with the same name', () => {
  const one = { name: 'Intake', instruments: [PHQ9] };
  const { batteries, faults } = readBatteries([{}, one, { ...one, name: 'Intake ' }]);
  expect(batteries).toEqual([one]);
  expect(faults).toHaveLength(2);
});
