import { afterEach, expect, it, vi } from 'vitest';
import { createFlagReader } from './flag.ts';
import type { CourseViewModel, PanelContext } from './model.ts';

afterEach(() => void vi.useRealTimers());

it('reads the answer behind a flag once while it is being read, and again some time after a failure', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const asked: (() => void)[] = [];
  const client = () => new Promise((_, reject) => asked.push(() => reject(new Error('502'))));
  const reader = { client, asked: { professionalId: '', patientId: '', formId: '' } };
  const flags = createFlagReader({ root: null, reader } as unknown as PanelContext, () => {});
  const course = {
    reading: {},
    view: { risk: { kind: 'flagged', submissionId: 7, isCurrent: true, item: null } },
  } as unknown as CourseViewModel;
  flags.nameFlag(course);
  flags.nameFlag(course);
  expect(asked).toHaveLength(1);
  asked[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  flags.nameFlag(course);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  flags.nameFlag(course);
  expect(asked).toHaveLength(2);
});
