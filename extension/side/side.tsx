import { effect, untracked } from '@preact/signals';
import type { TabStatus } from '../intents/protocol.ts';
import { SurfaceClient } from '../surface/client.ts';
import { Button, Loading, Notice, PatientName, Tabs } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { startSurface, useSpeech } from '../surface/page.tsx';
import { DomSlot, useObservable } from '../surface/panel-parts.tsx';
import { findReasons } from '../surface/problem.ts';
import {
  Enable,
  ExtensionReloadedNotice,
  ReasonList,
  SignInButton,
  type TabProps,
} from '../surface/request-views.tsx';
import { sideMessages } from '../words/compiled/side/all.js';
import { ApplySection } from './sections/apply.tsx';
import { CaseloadSection } from './sections/caseload.tsx';
import { HistorySection } from './sections/history.tsx';
import { LibrarySection } from './sections/library.tsx';
import { NotificationsSection } from './sections/notifications.tsx';
import { OverviewSection } from './sections/overview.tsx';
import { PatientSection } from './sections/patient.tsx';
import { RecommendSection } from './sections/recommend.tsx';
import {
  MENU_SECTIONS,
  type OfPatientProps,
  type SideSection,
  SideStore,
  TAB_SECTIONS,
} from './side-store.ts';

interface SideProps {
  readonly store: SideStore;
  readonly status: TabStatus;
}

/** The side panel: whom the active tab is about on top, and everything that can be done about them. */
function Side({ store, status }: Omit<SideProps, 'status'> & { readonly status: TabStatus | null }) {
  const { words, own } = useSpeech(sideMessages);
  const isForList = store.isForList && store.professional !== null;
  const labelOf = (name: SideSection): string =>
    name === 'overview' && isForList ? own.caseload.section : own.sections[name];
  const toTab = (name: SideSection) => ({ name, label: labelOf(name) });
  const shown = store.patient ?? store.listed.value;
  if (store.client.connection.value === 'gone') {
    return (
      <main class="panel stack">
        <ExtensionReloadedNotice />
      </main>
    );
  }
  return (
    <div class="side">
      <Banner store={store} status={status} />
      <main>
        <Tabs
          label={own.sectionsLabel}
          tabs={TAB_SECTIONS.map(toTab)}
          menu={{ label: own.more, tabs: MENU_SECTIONS.map(toTab) }}
          active={store.section.value}
          choose={(name) => store.go(name)}
        >
          {store.wasCut.value && (
            <Notice kind="danger" isAlert text={own.wasCut}>
              <Button
                act={() => {
                  store.wasCut.value = false;
                }}
                label={own.wasCutSeen}
              />
            </Notice>
          )}
          {status ? <Section store={store} status={status} /> : <Loading what={words.connecting} />}
        </Tabs>
      </main>
      {shown && <DomSlot key={shown.epoch} element={shown.dialogs} />}
    </div>
  );
}

/** Sections about a patient. */
const OF_PATIENT = {
  overview: OverviewSection,
  apply: ApplySection,
  history: HistorySection,
  notifications: NotificationsSection,
  patient: PatientSection,
};

/** The section that was chosen, if sign-in and patient allow it to be shown. */
function Section({ store, status }: SideProps) {
  const { patient, professional } = store;
  const section = store.section.value;
  if (!professional) return <NeedsSignIn client={store.client} status={status} />;
  const own = { store, professional };
  if (section === 'library') return <LibrarySection {...own} key={professional.key} />;
  if (section === 'recommend') {
    return <RecommendSection {...own} key={patient?.epoch ?? professional.key} patient={patient} />;
  }
  if (!patient && section === 'overview' && store.isForList)
    return <CaseloadSection {...own} key={professional.key} />;
  if (!patient) return <NeedsPatient store={store} status={status} />;
  const Chosen = OF_PATIENT[section];
  return <Chosen key={patient.epoch} store={store} patient={patient} />;
}

/** Names the patient of the active tab; announced when it changes. */
function Banner({ store, status }: Parameters<typeof Side>[0]) {
  const { words, own } = useSpeech(sideMessages);
  const { patient } = store;
  const listed = store.listed.value;
  const [reason] = status ? findReasons(status) : [];
  return (
    <header class="banner">
      <h1 class="heard">{words.product}</h1>
      <div role="status" class="whom">
        {patient ? (
          <Named patient={patient} />
        ) : listed ? (
          <>
            <Named patient={listed} />
            <small class="listed">{own.caseload.chosen}</small>
          </>
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

function Named({ patient }: Pick<OfPatientProps, 'patient'>) {
  const { words, own } = useSpeech(sideMessages);
  const { known, failure } = useObservable(patient.chart);
  if (known) return <PatientName patient={known.patient} />;
  const problemKind = failure?.problemKind;
  if (!problemKind) return <p class="quiet">{own.readingRecord}</p>;
  const { name } = patient.identity;
  return (
    <p class="person">
      {problemKind === 'not-linked' && name ? own.pageSays({ name }) : words.problems[problemKind]}
    </p>
  );
}

/** Why nothing can be read at all, and the way out of it. */
function NeedsSignIn({ client, status }: TabProps) {
  const { words } = useSpeech();
  const { site } = status;
  const isOn = site?.isEnabled && site.isGranted;
  return (
    <div class="stack">
      {site && !isOn && <Enable client={client} site={site} />}
      {site && isOn && <SignInButton client={client} proxy={site.proxy} />}
      <ReasonList reasons={findReasons(status)} />
      {!site && <Button act={() => client.environment.openOptions()} label={words.options} />}
    </div>
  );
}

/** Why nothing of a patient can be shown, and what can be done all the same. */
function NeedsPatient({ status, store }: SideProps) {
  const { own } = useSpeech(sideMessages);
  return (
    <div class="stack">
      <ReasonList reasons={findReasons(status)} />
      <p>{own.whatNeedsNobody}</p>
      <div class="row">
        <Button act={() => store.go('library')} label={own.sections.library} />
        <Button act={() => store.go('recommend')} label={own.sections.recommend} />
      </div>
    </div>
  );
}

/** Section of the side panel for each place that a panel asks for. */
const PLACES: Readonly<Record<string, SideSection>> = {
  link: 'patient',
  register: 'patient',
  recommend: 'recommend',
};

/** Puts the side panel up, about the active tab of its window as it changes. */
export function startSide(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const store = new SideStore(client, () => document.documentElement.lang);
  startSurface(place, client, {
    go: (at) => store.go(PLACES[at] ?? 'overview'),
    draw(status) {
      store.follow(status);
      return <Side store={store} status={status} />;
    },
  });
  let seen = client.changes.peek();
  effect(() => {
    const now = client.changes.value;
    if (now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
