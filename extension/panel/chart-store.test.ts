import { expect, it } from 'vitest';
import { ChartStore } from './chart-store.ts';
import type { PatientSession } from './session.ts';

/** A session whose readings end where they are aborted, and as the test says. */
function reading() {
  const asked: { readonly abort: () => void }[] = [];
  const session = {
    read: (intent: string) =>
      new Promise((_, reject) => {
        if (intent !== 'chart.read') return;
        asked.push({ abort: () => reject(new DOMException('paused', 'AbortError')) });
      }),
  };
  return { asked, store: new ChartStore(session as unknown as PatientSession) };
}

it('reads again where its patient is shown again in the turn in which the reading was given up', async () => {
  const { asked, store } = reading();
  void store.read();
  asked[0]?.abort();
  store.resume();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toHaveLength(2);
  expect(store.state.phase).toBe('loading');
});

it('reads nothing while its patient is not shown, though something changed while it was being read', async () => {
  const { asked, store } = reading();
  void store.read();
  void store.read();
  store.pause();
  asked[0]?.abort();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toHaveLength(1);
});
