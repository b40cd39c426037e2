import { html } from 'hono/html';
import { findInstrument } from '../../library/index.ts';
import type { PatientRow } from '../../service/records/patient.ts';
import { ehrWords } from '../../words/ehr/index.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import { emptyState, table } from '../html/table.ts';
import type { ApplicationEntry, Found } from '../people/people.ts';

export interface PatientState {
  readonly patient: PatientRow;
  readonly applications: Found<ApplicationEntry>;
  /** The address that the patient gets; null where an answer is refused whatever it says. */
  readonly linkOf: (application: ApplicationEntry) => string | null;
}

const titleOf = (application: ApplicationEntry): string =>
  findInstrument(application.formTemplateId)?.shortTitle ?? application.formTemplateId;

const nameOf = ({ name, surname }: PatientRow): string => [name, surname].filter(Boolean).join(' ');

/** A patient's applications with their states, and the links to answer. */
export function patientPage(frame: Frame, { patient, applications, linkOf }: PatientState): Markup {
  const { words, when, language } = frame;
  const { people, patient: said } = words;
  const clinical = ehrWords(language);
  const rows = applications.shown.map((application) => {
    const link = linkOf(application);
    const title = titleOf(application);
    return [
      html`${title} <small>${application.id}</small>`,
      application.professional,
      clinical.cycles[application.recurrenceCycle],
      html`<code>${application.status}</code> <small>${clinical.states[application.status]}</small>`,
      application.nextAnswerAt === null ? words.none : when.time(application.nextAnswerAt),
      application.answers,
      link === null ? said.closed : html`<a href="${link}">${said.answer(title)}</a>`,
    ];
  });
  return html`<section class="card" aria-labelledby="who"><h2 id="who">${nameOf(patient)}</h2>
<p>${[patient.email, patient.cellphone].filter(Boolean).join(' · ')}</p>
<p class="row"><a class="button" href="${PAGES}/stories?patient=${patient.serviceId}">${said.tell}</a>
<a class="button quiet" href="${PAGES}/people">${said.back}</a></p></section>
<section class="card" aria-labelledby="applications"><h2 id="applications">${said.applications.title}</h2>
<p>${said.applications.intro}</p>
${
  applications.total === 0
    ? emptyState(said.applications.empty)
    : table(
        html`${said.applications.title} <small>${words.shown(applications.shown.length, applications.total)}</small>`,
        [said.instrument, people.of, said.cycle, said.state, said.next, said.answered, said.link],
        rows,
      )
}</section>`;
}
