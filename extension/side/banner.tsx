import type { TabStatus } from '../intents/protocol.ts';
import { PatientName } from '../surface/pieces/patient-name.tsx';
import { findReasons } from '../surface/reasons.ts';
import { useSpeech } from '../surface/speech.ts';
import { sideWords } from '../words/side/index.ts';
import type { PatientStore } from './store/patient-store.ts';
import type { SideStore } from './store/side-store.ts';

interface BannerProps {
  readonly store: SideStore;
  readonly look: TabStatus | null;
}

/** Whom the active tab is about; read out when it changes. */
export function Banner({ store, look }: BannerProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { patient } = store;
  const [reason] = look ? findReasons(look) : [];
  return (
    <header class="banner">
      <h1 class="heard">{words.product}</h1>
      <div role="status" class="whom">
        {patient ? (
          <Named patient={patient} />
        ) : (
          <p class="person">
            <strong>{own.nobody}</strong>
            {reason && <small>{words.reasons[reason].title}</small>}
          </p>
        )}
      </div>
      {look?.site && <small class="site">{look.site.name}</small>}
    </header>
  );
}

function Named({ patient }: { readonly patient: PatientStore }) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { known, failure } = patient.chart;
  if (known.value) return <PatientName patient={known.value.patient} />;
  const trouble = failure.value?.trouble;
  if (!trouble) return <p class="quiet">{own.readingRecord}</p>;
  const { name } = patient.identity;
  return (
    <p class="person">{trouble === 'not-linked' && name ? own.pageSays(name) : words.problems[trouble]}</p>
  );
}
