import { expect, it } from 'vitest';
import { createFlagReader } from './flag.ts';
import type { CourseViewModel, PanelContext } from './model.ts';

it('reads the answer behind a flag again after a failure, and once while it is being read', async () => {
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
  expect(asked).toHaveLength(2);
});
