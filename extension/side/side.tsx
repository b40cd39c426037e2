import { effect, untracked } from '@preact/signals';
import type { TabStatus } from '../intents/protocol.ts';
import { SurfaceClient } from '../surface/client.ts';
import { Loading, Notice, PatientName, Tabs } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage, useSpeech } from '../surface/page.tsx';
import { Held, useObservable } from '../surface/panel-parts.tsx';
import { findReasons } from '../surface/problem.ts';
import { Enable, ReasonList, SignIn } from '../surface/request-views.tsx';
import { sideWords } from '../words/index.ts';
import type { PatientStore } from './patient-store.ts';
import { ApplySection } from './sections/apply.tsx';
import { HistorySection } from './sections/history.tsx';
import { LibrarySection } from './sections/library.tsx';
import { NotificationsSection } from './sections/notifications.tsx';
import { OverviewSection } from './sections/overview.tsx';
import { PatientSection } from './sections/patient.tsx';
import { RecommendSection } from './sections/recommend.tsx';
import { SIDE_SECTIONS, type SideSection, SideStore } from './side-store.ts';

interface SideProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  readonly store: SideStore;
  /** Null while nobody is there to tell it. */
  readonly status: TabStatus | null;
}

/** The side panel: whom the active tab is about on top, and everything that can be done about them. */
export function Side(props: SideProps) {
  const { client, store, status } = props;
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  if (client.connection.value === 'gone') {
    return (
      <main class="panel stack">
        <Notice kind="warning" title={words.gone.title}>
          <p>{words.gone.advice}</p>
        </Notice>
      </main>
    );
  }
  return (
    <div class="side">
      <Banner store={store} status={status} />
      <main>
        <Tabs
          label={own.sectionsLabel}
          tabs={SIDE_SECTIONS.map((name) => ({ name, label: own.sections[name] }))}
          active={store.section.value}
          choose={(name) => store.go(name)}
        >
          {store.wasCut.value && (
            <Notice kind="danger" isAlert>
              <p>{own.wasCut}</p>
              <button type="button" onClick={store.acknowledge}>
                {own.wasCutSeen}
              </button>
            </Notice>
          )}
          {status ? <Section {...props} status={status} /> : <Loading what={words.connecting} />}
        </Tabs>
      </main>
      {store.patient && <Held key={store.patient.epoch} element={store.patient.dialogs} />}
    </div>
  );
}

/** The section that was chosen, as far as whoever is signed in and recognised lets it be shown. */
export function Section(props: SideProps & { readonly status: TabStatus }) {
  const { store } = props;
  const { patient, professional } = store;
  const section = store.section.value;
  if (!professional) return <NeedsSignIn {...props} />;
  if (section === 'library')
    return <LibrarySection key={professional.key} store={store} professional={professional} />;
  if (section === 'recommend') {
    return (
      <RecommendSection
        key={patient?.epoch ?? professional.key}
        store={store}
        professional={professional}
        patient={patient}
      />
    );
  }
  if (!patient) return <NeedsPatient {...props} />;
  const own = { key: patient.epoch, store, patient };
  if (section === 'apply') return <ApplySection {...own} key={own.key} />;
  if (section === 'history') return <HistorySection {...own} key={own.key} />;
  if (section === 'notifications') return <NotificationsSection {...own} key={own.key} />;
  if (section === 'patient') return <PatientSection {...own} key={own.key} />;
  return <OverviewSection {...own} key={own.key} />;
}

interface BannerProps {
  readonly store: SideStore;
  readonly status: TabStatus | null;
}

/** Names the patient of the active tab; announced when it changes. */
function Banner({ store, status }: BannerProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { patient } = store;
  const [reason] = status ? findReasons(status) : [];
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
      {status?.site && <small class="site">{status.site.name}</small>}
    </header>
  );
}

function Named({ patient }: { readonly patient: PatientStore }) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { known, failure } = useObservable(patient.chart);
  if (known) return <PatientName patient={known.patient} />;
  const trouble = failure?.trouble;
  if (!trouble) return <p class="quiet">{own.readingRecord}</p>;
  const { name } = patient.identity;
  return (
    <p class="person">
      {trouble === 'not-linked' && name ? own.pageSays({ name }) : words.problems[trouble]}
    </p>
  );
}

type NeedsProps = SideProps & { readonly status: TabStatus };

/** Why nothing can be read at all, and the way out of it. */
function NeedsSignIn({ client, environment, status }: NeedsProps) {
  const { words } = useSpeech();
  const { site } = status;
  const isOn = site?.isEnabled && site.isGranted;
  return (
    <div class="stack">
      {site && !isOn && <Enable client={client} environment={environment} site={site} />}
      {site && isOn && <SignIn client={client} proxy={site.proxy} />}
      <ReasonList reasons={findReasons(status)} />
      {!site && (
        <button type="button" onClick={() => void environment.openOptions()}>
          {words.options}
        </button>
      )}
    </div>
  );
}

/** Why nothing of a patient can be shown, and what can be done all the same. */
function NeedsPatient({ status, store }: NeedsProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  return (
    <div class="stack">
      <ReasonList reasons={findReasons(status)} />
      <p>{own.whatNeedsNobody}</p>
      <div class="row">
        <button type="button" onClick={() => store.go('library')}>
          {own.sections.library}
        </button>
        <button type="button" onClick={() => store.go('recommend')}>
          {own.sections.recommend}
        </button>
      </div>
    </div>
  );
}

/** Section of the side panel for each place that a panel asks for. */
const PLACES: Readonly<Record<string, SideSection>> = {
  link: 'patient',
  register: 'patient',
  history: 'history',
  recommend: 'recommend',
};

/** Puts the side panel up, about the active tab of its window as it changes. */
export function startSide(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  const store = new SideStore(client, () => document.documentElement.lang);
  client.start({ windowId: environment.windowId }, (at) => store.go(PLACES[at] ?? 'overview'));
  void applyChoices(page, client, environment);
  // Drawn within the message that tells it: nothing of a patient who is left stays for a moment longer.
  effect(() => {
    const status = client.status.value;
    untracked(() => {
      if (status) page.speak(status.language);
      store.follow(status);
      page.show(<Side client={client} environment={environment} store={store} status={status} />);
    });
  });
  let seen = client.changes.peek();
  effect(() => {
    const now = client.changes.value;
    if (now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
