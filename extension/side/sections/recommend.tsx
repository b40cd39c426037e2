import { Field } from '../../surface/pieces/field.tsx';
import { Loading } from '../../surface/pieces/loading.tsx';
import { Notice } from '../../surface/pieces/notice.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import { knownPerson } from '../identifiers/known-person.ts';
import type { Case } from '../store/case.ts';
import type { PatientStore } from '../store/patient-store.ts';
import type { ProfessionalStore } from '../store/professional-store.ts';
import type { SideStore } from '../store/side-store.ts';
import { CaseFindings } from './case-findings.tsx';
import { EarlierSuggestions } from './earlier-suggestions.tsx';
import { Suggestion } from './suggestion.tsx';

interface RecommendProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
  readonly patient: PatientStore | null;
}

/** Instruments for a case in the clinician's own words; what names the patient is shown, and not sent. */
export function RecommendSection({ store, professional, patient }: RecommendProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang).recommend;
  const { recommending } = patient ?? professional;
  const { step } = recommending.state.value;
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
      {!patient && (
        <Notice kind="warning">
          <p>{own.unchecked}</p>
        </Notice>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Field label={own.label} hint={own.hint} fault={step === 'empty' ? own.empty : undefined}>
          {(tied) => (
            <textarea
              {...tied}
              rows={7}
              maxLength={10_000}
              autoComplete="off"
              value={recommending.text.value}
              onInput={(event) => recommending.write(event.currentTarget.value)}
            />
          )}
        </Field>
        <Outcome recommending={recommending} />
        <button type="submit" class="primary" disabled={step === 'asking'}>
          {own.ask}
        </button>
      </form>
      <Answer store={store} professional={professional} patient={patient} />
      <EarlierSuggestions professional={professional} />
    </div>
  );
}

/** Why the text was not sent, or is still on its way. */
function Outcome({ recommending }: { readonly recommending: Case }) {
  const { words, list } = useSpeech();
  const own = sideWords(words.lang).recommend;
  const state = recommending.state.value;
  switch (state.step) {
    case 'asking':
      return <Loading what={own.asking} />;
    case 'failed':
      return <ProblemNotice problem={state.problem} />;
    case 'refused':
      return (
        <Notice kind="danger" isAlert>
          <p>{own.foundByBackground(list(state.kinds.map((kind) => own.found[kind])))}</p>
        </Notice>
      );
    case 'identifies':
      return <CaseFindings text={recommending.text.value} found={state.found} />;
    default:
      return null;
  }
}

function Answer({ store, professional, patient }: RecommendProps) {
  const state = (patient ?? professional).recommending.state.value;
  if (state.step !== 'answered') return null;
  return (
    <Suggestion
      store={store}
      professional={professional}
      canApply={patient !== null}
      recommendation={state.recommendation}
    />
  );
}
