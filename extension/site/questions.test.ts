import { expect, it, onTestFinished, vi } from 'vitest';
import type { SiteMessage } from '../intents/messages.ts';
import type { PanelsEvent, SiteCore } from './handle.ts';
import { createSiteHandle } from './questions.ts';

/** The script of a site, as far as questions go through it. */
function site() {
  const sent: SiteMessage[] = [];
  let hear = (_: PanelsEvent): void => {};
  const core: SiteCore = {
    rules: { profileId: 'p', settleMs: 0, pages: [], attributes: [], top: '', months: '' },
    attach: (_, hears) => {
      hear = hears;
    },
    send: (message) => sent.push(message) > 0,
    epoch: () => 'one',
    read: () => ({ found: [], gaps: [] }),
    own: () => {},
    here: () => {},
  };
  const handle = createSiteHandle(core);
  handle.attach({} as never);
  return { sent, handle, hear: (heard: PanelsEvent) => hear(heard) };
}

it('a question that was answered lets go of the signal, and with it of the answer', async () => {
  const { handle, hear } = site();
  const { signal } = new AbortController();
  const listening = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listening.add(given[1]);
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listening.delete(given[1]);
    removeEventListener.apply(signal, given);
  };
  const first = handle.ask('one', 'chart.read', {}, signal);
  const second = handle.ask('one', 'chart.read', {}, signal);
  expect(listening.size).toBe(2);
  hear({ type: 'answer', id: 1, value: 'read' });
  hear({ type: 'lost' });
  expect(await first).toBe('read');
  await expect(second).rejects.toMatchObject({ problem: { code: 'lost' } });
  expect(listening.size).toBe(0);
});

it('how the places turned out is said again to a background that was away', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { handle, hear, sent } = site();
  const report = { at: null, refused: [{ place: 0, fault: { why: 'narrow', measure: 14 } as const }] };
  hear({ type: 'lost' });
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
  handle.reportPlaces(report);
  hear({ type: 'lost' });
  vi.advanceTimersByTime(10_000);
  const said = { type: 'places', report };
  expect(sent).toEqual([said, said, said]);
});

it('one that nobody waits for is dropped at the background, and its answer is nobody’s', async () => {
  const { handle, hear, sent } = site();
  const left = new AbortController();
  const asking = handle.ask('one', 'chart.read', {}, left.signal);
  left.abort();
  hear({ type: 'answer', id: 1, value: 'read' });
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent.map(({ type }) => type)).toEqual(['ask', 'drop']);
});
