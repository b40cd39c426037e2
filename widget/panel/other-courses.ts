/** The courses of a patient's other instruments, read only while the explorer shows them. @module */
import { isSameId } from '@instrument-panel/client/params';
import { couldBelongTo, type LostAnswer, mayBeAnswered } from '@instrument-panel/shared/score/latest';
import { CourseStore } from './course-store.ts';
import type { PanelContext } from './model.ts';
import { createView, type PanelSnapshot } from './read.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Makes what gives the views of all series of a reading; the same reading gives the same views for a while. */
export function createSeriesViews() {
  const made = new Map<string | null, ReturnType<typeof createView>>();
  return (reading: PanelSnapshot) => {
    const ids = reading.graph.data.series.map(({ seriesId }) => seriesId);
    return (ids.length > 0 ? ids : [null]).map((id) => {
      const viewOf = made.get(id) ?? createView();
      made.set(id, viewOf);
      return viewOf(reading, id);
    });
  };
}

/**
 * Finds the instruments that the patient of a reading has answers to beside its own, by name, and counts the answers of which
 * their instrument is not known. Null where the list of submissions could not be read.
 */
export function findOtherInstruments({ graph, submissions }: PanelSnapshot, untitled: string) {
  if (!submissions) return null;
  const { patientId, formTemplateId } = graph.data;
  const names = new Map<string, string>();
  let unknown = 0;
  const rows: readonly LostAnswer[] = [...submissions.data, ...submissions.lost];
  for (const row of rows.filter(couldBelongTo(patientId, null)).filter(mayBeAnswered)) {
    const id = String(row.formTemplateId).toLowerCase();
    const { templateId, shortTitle, title } = Object(row.formTemplate);
    if (!UUID.test(id)) unknown++;
    else if (!isSameId(id, formTemplateId)) {
      const name = isSameId(String(templateId), id) ? shortTitle || title : '';
      names.set(id, names.get(id) || String(name || ''));
    }
  }
  const listed = [...names].map(([formId, name]) => ({ formId, name: name || untitled }));
  return { listed: listed.sort((a, b) => a.name.localeCompare(b.name)), unknown };
}

interface OtherCourse {
  readonly name: string;
  readonly store: CourseStore;
  readonly viewsOf: ReturnType<typeof createSeriesViews>;
}

/** Reads the courses that are chosen, each by itself: one that fails says so, and leaves the others alone. */
export class OtherCourses {
  readonly #context: Pick<PanelContext, 'reader'>;
  readonly #changed: () => void;
  readonly #courses = new Map<string, OtherCourse>();

  /** @param changed called when something was chosen, read or could not be read */
  constructor(context: Pick<PanelContext, 'reader'>, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  /** The course of an instrument; undefined where it is not chosen. */
  find(formId: string): OtherCourse | undefined {
    return this.#courses.get(formId);
  }

  /** Those that are chosen, by name. */
  chosen(): { readonly formId: string; readonly name: string }[] {
    return [...this.#courses].map(([formId, { name }]) => ({ formId, name }));
  }

  choose(formId: string, name: string, isChosen: boolean): void {
    this.#courses.get(formId)?.store.clear();
    this.#courses.delete(formId);
    if (isChosen) {
      this.#courses.set(formId, {
        name,
        store: new CourseStore(() => this.#changed()),
        viewsOf: createSeriesViews(),
      });
      this.#read(formId, true);
    }
    this.#changed();
  }

  /** Reads one anew after a failure; what was read before stays meanwhile. */
  retry(formId: string): void {
    this.find(formId)?.store.leave();
    this.#read(formId, true);
    this.#changed();
  }

  /** Asks for what may have changed in all that are chosen. */
  again(): void {
    for (const formId of this.#courses.keys()) this.#read(formId, false);
  }

  /** Forgets everything, and what is under way. */
  clear(): void {
    for (const { store } of this.#courses.values()) store.clear();
    this.#courses.clear();
  }

  #read(formId: string, all: boolean): void {
    const { client, asked } = this.#context.reader;
    // A store that is cleared meanwhile drops the reply, and every reply is checked for patient and instrument.
    if (client && asked) void this.find(formId)?.store.read(client, { ...asked, formId }, all);
  }
}
