import { problemOf } from '../session/problem.ts';
import type { Session } from '../session/session.ts';
import type { Change } from './change.ts';
import { isActive } from './due.ts';

type Named = Pick<Change, 'kind' | 'formId' | 'id' | 'cycle'>;

/** Sends a change, once. */
export async function send(
  session: Session,
  { kind, formId, id, cycle }: Named,
  signal: AbortSignal,
): Promise<void> {
  switch (kind) {
    case 'recur':
      await session.write('application.recur', { applicationId: id, formId, cycle }, { signal });
      return;
    case 'finish':
      await session.write('application.finish', { applicationId: id, formId }, { signal });
      return;
    case 'cancel':
      await session.write('application.cancel', { applicationId: id, formId }, { signal });
      return;
    case 'cancel-request':
      await session.write('submission.cancel', { submissionId: id, formId }, { signal });
      return;
    case 'delete-request':
      await session.write('submission.delete', { submissionId: id, formId }, { signal });
  }
}

/** Whether a change is there by now; null where it cannot be told. Throws as the question does. */
export async function lookUp(
  session: Session,
  { kind, formId, id, cycle }: Named,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (kind === 'cancel-request' || kind === 'delete-request') {
    try {
      const { submission } = await session.read('item.read', { submissionId: id, formId }, { signal });
      return kind === 'cancel-request' && submission.status === 'CANCELED';
    } catch (error) {
      const { status, code } = problemOf(error);
      const isGone = status === 404 || code === 'not-found';
      if (kind === 'delete-request' && isGone) return true;
      throw error;
    }
  }
  const { items, unreadable } = await session.read('apply.applicationsOf', { formId }, { signal });
  const one = items.find((application) => application.id === id);
  if (kind === 'cancel') {
    if (items.some(isActive)) return false;
    return unreadable > 0 ? null : true;
  }
  if (!one) return null;
  return kind === 'recur' ? one.recurrenceCycle === cycle : one.status === 'FINISHED';
}
