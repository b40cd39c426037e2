import type { ViewContext } from './context.ts';
import { CourseRow } from './course-row.tsx';

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Walks through the rows by the arrow keys. */
function rove(event: KeyboardEvent): void {
  const list = event.currentTarget;
  const from = event.target;
  if (!(list instanceof HTMLElement) || !(from instanceof HTMLElement) || !from.matches('.row')) return;
  const rows = [...list.querySelectorAll<HTMLElement>('.row')];
  const to = STEPS[event.key]?.(rows.indexOf(from), rows.length - 1);
  if (to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}

/** The patient's instruments, one below the other. */
export function CourseList(context: ViewContext) {
  const courses = context.store.known.value?.courses ?? [];
  const { chart } = context.speech;
  if (courses.length === 0) {
    return (
      <div class="empty">
        <b>{chart.emptyTitle}</b>
        <p>{chart.emptyHint}</p>
      </div>
    );
  }
  return (
    <ul class="courses" onKeyDown={rove}>
      {courses.map((course) => (
        <CourseRow key={course.formId} {...context} course={course} />
      ))}
    </ul>
  );
}
