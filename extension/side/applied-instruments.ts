import type { Application, Submission } from '@instrument-panel/client/contract';
import { ACTIVE_APPLICATION_STATUSES } from '@instrument-panel/client/contract';

/** One instrument that a patient was given, with all that came of it. */
export interface AppliedInstrument {
  /** UUID in lower case. */
  readonly formId: string;
  /** Short title, or the title; empty where neither is known. */
  readonly name: string;
  readonly title: string;
  /** Newest first. */
  readonly applications: readonly Application[];
  /** Newest first. */
  readonly submissions: readonly Submission[];
}

const isActive = ({ status }: Application): boolean =>
  ACTIVE_APPLICATION_STATUSES.some((one) => one === status);

/** The instruments of a patient: those in use first, and among them the one applied or asked last. */
export function appliedInstruments(
  applications: readonly Application[],
  submissions: readonly Submission[],
): readonly AppliedInstrument[] {
  const formIds = new Set([...applications, ...submissions].map((one) => one.formTemplateId.toLowerCase()));
  const of = <T extends { readonly id: number; readonly formTemplateId: string }>(
    all: readonly T[],
    id: string,
  ) => all.filter((one) => one.formTemplateId.toLowerCase() === id).toSorted((a, b) => b.id - a.id);
  return [...formIds]
    .map((formId) => {
      const [given, asked] = [of(applications, formId), of(submissions, formId)];
      const named = [...given, ...asked].find(({ formTemplate }) => formTemplate)?.formTemplate;
      const title = named?.title ?? '';
      return {
        formId,
        name: named?.shortTitle?.trim() || title,
        title,
        applications: given,
        submissions: asked,
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.applications.some(isActive)) - Number(a.applications.some(isActive)) ||
        (b.submissions[0]?.id ?? 0) - (a.submissions[0]?.id ?? 0),
    );
}
