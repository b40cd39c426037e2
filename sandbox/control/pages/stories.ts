import { html } from 'hono/html';
import { LIBRARY } from '../../library/index.ts';
import { type ControlField, STORY_COURSES } from '../../words/control/index.ts';
import { field, options, type Problems, problemList } from '../html/form.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import { emptyState, table } from '../html/table.ts';
import { type PatientEntry, patientValue } from '../people/people.ts';
import { FEWEST_WEEKS, MOST_WEEKS } from '../story/plan.ts';
import type { Story } from '../story/stories.ts';

export interface StoriesState {
  /** Whom a story can be told of, as far as the list goes. */
  readonly patients: readonly PatientEntry[];
  /** How many there are. */
  readonly total: number;
  readonly value: (name: ControlField) => string;
  readonly problems: Problems;
  readonly stories: readonly Story[];
}

const storyForm = ({ words }: Frame, { patients, total, value, problems }: StoriesState): Markup => {
  const said = words.stories;
  return html`${problemList(words, problems)}
<form method="post" action="${PAGES}/stories" class="grid">
${field(
  { name: 'patient', label: said.patient, hint: said.patientHint(patients.length, total), problems },
  (attributes) =>
    html`<select ${attributes}>${options(
      patients.map((entry) => [patientValue(entry), `${entry.patient} (${entry.professional})`] as const),
      value('patient'),
    )}</select>`,
)}
${field(
  { name: 'instrument', label: said.instrument, problems },
  (attributes) =>
    html`<select ${attributes}>${options(
      LIBRARY.map(({ id, shortTitle }) => [id, shortTitle] as const),
      value('instrument'),
    )}</select>`,
)}
${field(
  { name: 'course', label: said.course, problems },
  (attributes) =>
    html`<select ${attributes}>${options(
      STORY_COURSES.map((course) => [course, said.courses[course]] as const),
      value('course'),
    )}</select>`,
)}
${field(
  { name: 'weeks', label: said.weeks, hint: said.weeksHint(MOST_WEEKS), problems },
  (attributes) =>
    html`<input type="number" ${attributes} min="${FEWEST_WEEKS}" max="${MOST_WEEKS}" value="${value('weeks')}" required>`,
)}
<p class="notice wide" id="moves-clock">${said.warning}</p>
<div class="field"><button type="submit" aria-describedby="moves-clock">${said.tell}</button></div>
</form>`;
};

/** The form, and the stories that were told. */
export function storiesPage(frame: Frame, state: StoriesState): Markup {
  const { words } = frame;
  const said = words.stories;
  const { stories } = state;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${
    state.total === 0 ? emptyState(said.noPatients) : storyForm(frame, state)
  }</section>
<section class="card" aria-labelledby="told"><h2 id="told">${said.told}</h2>${
    stories.length === 0
      ? emptyState(said.empty)
      : table(
          html`${said.told} <small>${words.shown(stories.length, stories.length)}</small>`,
          [words.story.title, said.course, said.weeks, said.answers, said.state],
          stories.map(({ id, plan, answers, state: stands }) => [
            html`<a href="${PAGES}/stories/${id}">${plan.instrument.shortTitle} <small>${id}</small></a>`,
            said.courses[plan.course],
            plan.weeks,
            answers,
            said.states[stands],
          ]),
        )
  }</section>`;
}
