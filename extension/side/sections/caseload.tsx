import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { DomSlot } from '../../surface/panel-parts.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { PatientStore } from '../patient-store.ts';
import type { ProfessionalStore, SideStore } from '../side-store.ts';
import { OverviewSection } from './overview.tsx';

interface CaseloadProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
}

/** All patients, where the page shows none; or the one who was chosen among them. */
export function CaseloadSection({ store, professional }: CaseloadProps) {
  const { words } = useSpeech();
  const { caseload } = professional;
  const listed = store.listed.value;
  const hadListed = useRef(false);
  caseload.lang = words.lang;
  useLayoutEffect(() => {
    if (listed) {
      hadListed.current = true;
      return;
    }
    caseload.appear();
    if (hadListed.current) caseload.focus();
    hadListed.current = false;
    return () => caseload.disappear();
  }, [caseload, listed]);
  return listed ? (
    <Listed key={listed.epoch} store={store} patient={listed} />
  ) : (
    <DomSlot element={caseload.element} />
  );
}

/** One patient of the list, to be read only, with the way back. */
function Listed({ store, patient }: { readonly store: SideStore; readonly patient: PatientStore }) {
  const { own } = useSpeech(sideMessages);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div class="stack" ref={place}>
      <div class="row">
        <Button act={() => store.unlist()} label={`← ${own.caseload.back}`} />
      </div>
      <OverviewSection store={store} patient={patient} />
    </div>
  );
}
