import type { ComponentChildren } from 'preact';
import { Button, Field, Form, Loading, Notice } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { ProblemNotice } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { Case } from '../case.ts';
import { type FoundIdentifier, knownPerson } from '../identifiers/identifiers.ts';
import type { PatientStore } from '../patient-store.ts';
import type { ProfessionalStore, SideStore } from '../side-store.ts';
import { EarlierSuggestions, Suggestion } from './suggestions.tsx';

interface RecommendProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
  readonly patient: PatientStore | null;
}

/** Instruments for a case in the clinician's own words; what names the patient is shown, and not sent. */
export function RecommendSection({ store, professional, patient }: RecommendProps) {
  const { recommend: own } = useSpeech(sideMessages).own;
  const { recommending } = patient ?? professional;
  const state = recommending.state.value;
  const ask = (): void => {
    const nobody = knownPerson(null, null);
    void recommending
      .ask(() => (patient ? patient.person() : Promise.resolve(nobody)))
      .then(() => {
        if (recommending.state.peek().step === 'answered') professional.earlier.refresh();
      });
  };
  return (
    <div class="stack">
      {!patient && <Notice kind="warning" text={own.unchecked} />}
      <Form class="stack" submit={ask}>
        <Field label={own.label} hint={own.hint} fault={state.step === 'empty' ? own.empty : undefined}>
          <textarea
            rows={7}
            maxLength={10_000}
            autoComplete="off"
            value={recommending.text.value}
            onInput={(event) => recommending.write(event.currentTarget.value)}
          />
        </Field>
        <Outcome recommending={recommending} />
        <Button type="submit" class="primary" isBusy={state.step === 'asking'} label={own.ask} />
      </Form>
      {state.step === 'answered' && (
        <Suggestion
          store={store}
          professional={professional}
          canApply={patient !== null}
          recommendation={state.recommendation}
        />
      )}
      <EarlierSuggestions professional={professional} />
    </div>
  );
}

/** Why the text was not sent, or is still on its way. */
function Outcome({ recommending }: { readonly recommending: Case }) {
  const { list, own } = useSpeech(sideMessages, (all) => all.recommend);
  const state = recommending.state.value;
  switch (state.step) {
    case 'asking':
      return <Loading what={own.asking} />;
    case 'failed':
      return <ProblemNotice problem={state.problem} />;
    case 'refused':
      return (
        <Notice
          kind="danger"
          isAlert
          text={own.foundByBackground({ kinds: list(state.kinds.map((kind) => own.found[kind])) })}
        />
      );
    case 'identifies':
      return <CaseFindings text={recommending.text.value} found={state.found} />;
    default:
      return null;
  }
}

interface FindingsProps {
  readonly text: string;
  readonly found: readonly FoundIdentifier[];
}

/** Characters of the text that are shown around what was found. */
const QUOTE_MARGIN = 24;

/** Lists the findings in a text that name the patient, each with its surroundings. */
function CaseFindings({ text, found }: FindingsProps) {
  const { recommend: own } = useSpeech(sideMessages).own;
  const quoted = (one: FoundIdentifier): ComponentChildren => {
    const from = Math.max(0, one.from - QUOTE_MARGIN);
    const to = Math.min(text.length, one.to + QUOTE_MARGIN);
    return (
      <>
        {from > 0 && '…'}
        {text.slice(from, one.from)}
        <mark>{one.text}</mark>
        {text.slice(one.to, to)}
        {to < text.length && '…'}
      </>
    );
  };
  return (
    <Notice kind="danger" title={own.foundTitle({ count: found.length })} isAlert>
      <ul>
        {found.map((one) => (
          <li key={one.from}>
            {own.found[one.kind]}: <q>{quoted(one)}</q>
          </li>
        ))}
      </ul>
      <p>{own.foundHint}</p>
    </Notice>
  );
}
