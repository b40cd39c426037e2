import { createScheduler } from './scheduler.ts';
import type { ScheduledCourse, ServiceContext } from './service.ts';

/**
 * Runs `work` with the service as it is for one course at times of its own, which begin at `at` (milliseconds since the
 * epoch). Its transitions happen by that clock alone; the clock of the service, and all that falls due by it, go on.
 */
export async function withOwnTime(
  service: ServiceContext,
  course: ScheduledCourse,
  at: number,
  work: (own: ServiceContext) => Promise<void>,
): Promise<void> {
  let now = at;
  const clock = {
    now: () => now,
    move(to: number) {
      now = to;
    },
    hold() {},
    release() {},
  };
  const { run } = createScheduler(
    service.store,
    clock,
    () => {},
    () => {},
    { only: course },
  );
  const moveClock = (to: number): void => {
    clock.move(to);
    run();
  };
  service.runDue();
  service.ownTime = course;
  try {
    await work({ ...service, clock, moveClock, runDue: run, armTimer() {}, stopTimer() {} });
  } finally {
    service.ownTime = null;
    service.runDue();
    service.armTimer();
  }
}
