import { describe, expect, it } from 'vitest';
import { INTENTS } from '../../intents/intents.ts';
import { findPersonFault, toPersonForm, toPersonInput } from './link-form.tsx';

const keys = [{ system: '', value: '1' }];
const empty = { name: '', surname: '', birthday: '', email: '', phone: '' };

describe('the form for linking and registering', () => {
  it.each([
    ['Ana Lima', 'Ana', 'Lima'],
    ['Ana Beatriz de Lima', 'Ana', 'Beatriz de Lima'],
    ['LIMA, Ana', 'Ana', 'LIMA'],
    ['Ana', 'Ana', ''],
    ['  ', '', ''],
  ])('is filled in from %j', (name, given, surname) => {
    expect(toPersonForm({ keys, name })).toMatchObject({ name: given, surname });
  });

  it.each([
    ['link', {}, 'name'],
    ['link', { name: 'Ana' }, 'second'],
    ['link', { name: 'Ana', birthday: '1990-03-04' }, null],
    ['register', { name: 'Ana', birthday: '1990-03-04' }, 'contact'],
    ['register', { name: 'Ana', phone: '11 98765-4321' }, null],
  ] as const)('to %s with %j lacks %s', (deed, given, fault) => {
    expect(findPersonFault({ ...empty, ...given }, deed)).toBe(fault);
  });

  it('sends what the intent takes, and leaves out what is empty', () => {
    const input = toPersonInput({ ...empty, name: ' Ana ', email: ' ana@mail.example ' });
    expect(input).toEqual({ name: 'Ana', email: 'ana@mail.example' });
    expect(INTENTS['patient.register'].input.safeParse(input).success).toBe(true);
  });
});
