import { html } from 'hono/html';
import type { Webhook } from '../../service/webhooks/registration.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import { emptyState, table } from '../html/table.ts';
import { type Found, keys, type PatientEntry, type ProfessionalEntry } from '../people/people.ts';

export interface PeopleState {
  readonly webhooks: readonly Webhook[];
  readonly professionals: Found<ProfessionalEntry>;
  readonly patients: Found<PatientEntry>;
  readonly query: string;
  /** Whose patients are listed; null for everybody's. */
  readonly professional: ProfessionalEntry | null;
}

const linksOf = ({ words }: Frame, { links }: ProfessionalEntry): Markup | string =>
  links.length === 0
    ? words.people.noLink
    : html`${links.map(
        ({ partner, status, externalId }) =>
          html`<span class="link">${partner}: <code>${status}</code> <small>${externalId}</small></span>`,
      )}`;

const partnersTable = ({ words }: Frame, { webhooks }: PeopleState): Markup =>
  table(
    words.people.partners,
    [words.people.key, words.people.partner, words.people.keyState, words.people.endpoint],
    keys.map(({ key, partner, state }) => [
      html`<code>${key}</code>`,
      partner,
      words.people.keyStates[state],
      html`<span class="mail">${
        webhooks.find((webhook) => webhook.partner === partner)?.url ?? words.people.noEndpoint
      }</span>`,
    ]),
  );

function professionalsSection(frame: Frame, { professionals: { shown, total } }: PeopleState): Markup {
  const { words } = frame;
  const { people } = words;
  if (total === 0) return emptyState(people.professionals.empty);
  return table(
    html`${people.professionals.title} <small>${words.shown(shown.length, total)}</small>`,
    [people.professional, people.email, people.links, people.patientCount],
    shown.map((entry) => [
      entry.fullName,
      html`<span class="mail">${entry.email}</span>`,
      linksOf(frame, entry),
      html`<a href="${PAGES}/people?professional=${entry.serviceId}#patients" aria-label="${people.patientsOf(
        entry.fullName,
      )}: ${entry.patients}">${entry.patients}</a>`,
    ]),
  );
}

function patientsSection({ words }: Frame, state: PeopleState): Markup {
  const { people } = words;
  const { shown, total } = state.patients;
  const isNarrowed = state.query !== '' || state.professional !== null;
  if (total === 0) return emptyState(isNarrowed ? people.nobodyFound : people.patients.empty);
  return table(
    html`${state.professional ? people.patientsOf(state.professional.fullName) : people.patients.title}
<small>${words.shown(shown.length, total)}</small>`,
    [people.patient, people.email, people.of, people.relation],
    shown.map((entry) => [
      html`<a href="${PAGES}/patients/${entry.patientId}">${entry.patient}</a>`,
      html`<span class="mail">${entry.email ?? words.none}</span>`,
      entry.professional,
      html`<code>${entry.relation}</code>`,
    ]),
  );
}

/** Partners, professionals with their links, and patients. */
export function peoplePage(frame: Frame, state: PeopleState): Markup {
  const { people } = frame.words;
  const isNarrowed = state.query !== '' || state.professional !== null;
  return html`
<section class="card" aria-labelledby="professionals"><h2 id="professionals">${people.professionals.title}</h2>
<p>${people.professionals.intro}</p>
${professionalsSection(frame, state)}</section>
<section class="card" aria-labelledby="patients"><h2 id="patients" tabindex="-1">${people.patients.title}</h2>
<p>${people.patients.intro}</p>
<form method="post" action="${PAGES}/people/find" role="search" class="row">
<div class="field"><label for="query">${people.find}</label>
<input type="search" id="query" name="query" value="${state.query}" autocomplete="off" aria-describedby="query-hint">
<p class="hint" id="query-hint">${people.findHint}</p></div>
<button type="submit">${people.search}</button>
${isNarrowed ? html`<a class="button quiet" href="${PAGES}/people#patients">${people.showAll}</a>` : ''}
</form>
${patientsSection(frame, state)}</section>
<section class="card" aria-labelledby="partners"><h2 id="partners">${people.partners}</h2>
${partnersTable(frame, state)}</section>`;
}
