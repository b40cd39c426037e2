import type { Application } from '@instrument-panel/client/contract';
import { joined } from '@instrument-panel/shared/locale/panel/say';
import { isActive } from '../store/due.ts';
import { ChangeBox } from './change-box.tsx';
import { ChangeButton } from './change-button.tsx';
import type { DetailProps } from './course-detail.tsx';

/** A day of the service's; empty where it gives none, or none that can be read. */
function sayDay({ speech }: DetailProps, text: string | null | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '' : speech.course.format.day(at);
}

const begunOn = ({ startedAt, createdAt }: Application): string | null | undefined => startedAt ?? createdAt;

/** `Every week, since 3 Mar 2026, next request 10 Mar 2026` */
function sayApplication(props: DetailProps, one: Application): string {
  const { chart, apply } = props.speech;
  const since = sayDay(props, begunOn(one));
  const next = isActive(one) ? sayDay(props, one.nextAnswerAt) : '';
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
                <ChangeButton
                  {...props}
                  kind="recur"
                  id={one.id}
                  about={sayDay(props, begunOn(one))}
                  cycle={one.recurrenceCycle}
                />
                {one.status === 'IN_PROGRESS' && (
                  <ChangeButton {...props} kind="finish" id={one.id} about={sayDay(props, begunOn(one))} />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {first && (
        <p class="buttons">
          <ChangeButton {...props} kind="cancel" id={first.id} about="" />
        </p>
      )}
      {changes.current.value?.formId === course.formId && <ChangeBox {...props} />}
    </div>
  );
}
