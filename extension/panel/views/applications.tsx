import type { Application } from '../../../shared/contract/resources/application.ts';
import { joined } from '../../../shared/locale/panel/say.ts';
import { isActive } from '../store/due.ts';
import { ChangeBox } from './change-box.tsx';
import { ChangeButton } from './change-button.tsx';
import type { DetailProps } from './course-detail.tsx';

/** `Every week, since 3 Mar 2026, next 10 Mar 2026` */
function sayApplication({ speech }: DetailProps, one: Application): string {
  const { chart, apply, course } = speech;
  const day = (text: string | null | undefined): string => {
    const at = Date.parse(text ?? '');
    return Number.isNaN(at) ? '' : course.format.day(at);
  };
  const since = day(one.startedAt ?? one.createdAt);
  const next = isActive(one) ? day(one.nextAnswerAt) : '';
  return joined(
    chart.status[one.status],
    apply.cycles[one.recurrenceCycle].toLowerCase(),
    since && chart.since(since),
    next && chart.next(next),
  );
}

/** What was applied of an instrument, and what can be changed of it. */
export function Applications(props: DetailProps) {
  const { course, speech, changes } = props;
  const { applications } = course;
  const { chart } = speech;
  const active = applications.filter(isActive);
  const [first] = active;
  return (
    <div class="applications">
      <b>{chart.applications}</b>
      {applications.length === 0 && <p class="small">{chart.noApplications}</p>}
      <ul>
        {applications.map((one) => (
          <li key={one.id}>
            <span>{sayApplication(props, one)}</span>
            {isActive(one) && (
              <span class="buttons">
                <ChangeButton {...props} kind="recur" id={one.id} cycle={one.recurrenceCycle} />
                {one.status === 'IN_PROGRESS' && <ChangeButton {...props} kind="finish" id={one.id} />}
              </span>
            )}
          </li>
        ))}
      </ul>
      {first && (
        <p class="buttons">
          <ChangeButton {...props} kind="cancel" id={first.id} />
        </p>
      )}
      {changes.current.value?.formId === course.formId && <ChangeBox {...props} />}
    </div>
  );
}
