import type { Application } from '@instrument-panel/client/contract';
import { isActive } from '@instrument-panel/shared/ui/apply/state';
import { h } from '@instrument-panel/shared/ui/dom';
import { joinParts } from '@instrument-panel/shared/words/say';
import type { PanelCourse } from '../course.ts';
import { createChangeBox, createChangeButton } from './change-box.ts';
import { createKeyedList, type PanelPart, setChildren, type ViewContext } from './view.ts';

/** Says a day of the service's; empty if it gives none, or none that can be read. */
function sayDay({ speech }: ViewContext, text: string | null | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '' : speech.course.format.day(at);
}

/** `Every week, since 3 Mar 2026, next request 10 Mar 2026` */
function sayApplication(context: ViewContext, one: Application): string {
  const { chart, apply } = context.speech;
  const since = sayDay(context, one.startedAt ?? one.createdAt);
  const next = isActive(one) ? sayDay(context, one.nextAnswerAt) : '';
  return joinParts(
    chart.status[one.status],
    apply.cycles[one.recurrenceCycle].toLowerCase(),
    since && chart.since({ date: since }),
    next && chart.next({ date: next }),
  );
}

function createApplication(context: ViewContext, course: PanelCourse, one: Application): HTMLElement {
  const { id, recurrenceCycle: cycle } = one;
  const about = sayDay(context, one.startedAt ?? one.createdAt);
  const buttons = [
    ...createChangeButton(context, course, { kind: 'recur', id, about }, cycle),
    ...(one.status === 'IN_PROGRESS'
      ? createChangeButton(context, course, { kind: 'finish', id, about })
      : []),
  ];
  return h(
    'li',
    {},
    h('span', {}, sayApplication(context, one)),
    ...(isActive(one) ? [h('span', { class: 'buttons' }, ...buttons)] : []),
  );
}

/** Shows what was applied of an instrument, and what can be changed of it. */
export function createApplications(context: ViewContext, formId: string): PanelPart<PanelCourse> {
  const { speech, changes, store } = context;
  const { chart } = speech;
  const title = h('b', {}, chart.applications);
  const none = h('p', { class: 'small' }, chart.noApplications);
  const list = h('ul', {});
  const cancel = h('p', { class: 'buttons' });
  const box = createChangeBox(context);
  const element = h('div', { class: 'applications' });
  let course: PanelCourse | null = null;
  const showList = createKeyedList<Application>(list, {
    key: ({ id }) => id,
    signature: (one) => JSON.stringify([one, store.canApply, course?.name, course?.title]),
    make: (one) => (course ? createApplication(context, course, one) : h('li', {})),
  });
  /** Cancels all applications of the instrument at once, named by the first. */
  const showCancel = createKeyedList<Application>(cancel, {
    key: ({ id }) => id,
    signature: () => JSON.stringify([store.canApply, course?.name, course?.title]),
    make: ({ id }) => {
      const [button] = course ? createChangeButton(context, course, { kind: 'cancel', id, about: '' }) : [];
      return button ?? h('span', {});
    },
  });
  return {
    element,
    update(next) {
      const { applications } = next;
      if (next !== course) {
        course = next;
        showList(applications);
        showCancel(applications.filter(isActive).slice(0, 1));
      }
      const isChanging = changes.state.current?.formId === formId;
      setChildren(element, [
        title,
        applications.length === 0 && none,
        list,
        cancel.childElementCount > 0 && cancel,
        isChanging && box.element,
      ]);
      box.update();
    },
  };
}
