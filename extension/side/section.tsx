import type { TabStatus } from '../intents/protocol.ts';
import { NeedsPatient, NeedsSignIn } from './needs.tsx';
import { ApplySection } from './sections/apply.tsx';
import { HistorySection } from './sections/history.tsx';
import { LibrarySection } from './sections/library.tsx';
import { NotificationsSection } from './sections/notifications.tsx';
import { OverviewSection } from './sections/overview.tsx';
import { PatientSection } from './sections/patient.tsx';
import { RecommendSection } from './sections/recommend.tsx';
import type { SideProps } from './side.tsx';

/** The section that was chosen, as far as whoever is signed in and recognised lets it be shown. */
export function Section(props: SideProps & { readonly look: TabStatus }) {
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
