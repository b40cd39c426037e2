import { CASELOAD_GROUPS } from '../../caseload/caseload.ts';
import { CASELOAD_SORTS, type CaseloadChoice, DEFAULT_CHOICE, isByScore } from './arrange.ts';

const KEY = 'instrument-caseload';
const GROUPS: readonly unknown[] = [...CASELOAD_GROUPS, 'before'];
const TEXT_LENGTH_MAX = 200;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= TEXT_LENGTH_MAX ? value : null;

/** Returns what was chosen the last time on this machine; a page without storage has the default. */
export function recallChoice(): CaseloadChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const formId = textOf(kept.formId);
    return {
      ...DEFAULT_CHOICE,
      group: GROUPS.includes(kept.group) ? (kept.group as CaseloadChoice['group']) : null,
      formId,
      className: formId && textOf(kept.className),
      sort:
        CASELOAD_SORTS.find((one) => one === kept.sort && (formId || !isByScore(one))) ?? DEFAULT_CHOICE.sort,
    };
  } catch {
    return DEFAULT_CHOICE;
  }
}

/** Keeps a choice: a group, an instrument's id, the name of a class and an order. A text may be a patient's name. */
export function keepChoice({ group, formId, className, sort }: CaseloadChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ group, formId, className, sort }));
  } catch {}
}
