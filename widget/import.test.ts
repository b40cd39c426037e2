import { expect, test } from 'vitest';

test('a server, where no element exists, can import and define', async () => {
  expect('HTMLElement' in globalThis).toBe(false);
  const kit = await import('./define.ts');
  expect(() => kit.InstrumentPanel.define()).not.toThrow();
  expect(kit.InstrumentPanel.observedAttributes).toContain('patient-id');
});
