import { useLayoutEffect, useMemo } from 'preact/hooks';
import { createHost } from '../../panel/frame/host.ts';
import { chartPanelStyles } from '../../panel/styles.ts';
import { createOverviewView } from '../../panel/views/panel-view.ts';
import type { ChartPanelActions } from '../../panel/views/view.ts';
import { DomSlot } from '../../surface/panel-parts.tsx';
import type { OfPatientProps } from '../side-store.ts';
import { NeedsRecord } from './apply.tsx';

/** Makes the courses of a patient, by the views of the panel in the chart; `fill` returns what empties them again. */
function createOverview({ store, patient }: OfPatientProps) {
  const { chart, changes, form, speech, items } = patient;
  const { element, root } = createHost('flow-root', chartPanelStyles);
  const wrap = document.createElement('div');
  wrap.className = 'wrap';
  root.append(wrap);
  const actions: ChartPanelActions = {
    item: (formId, submissionId) => items.openOf(chart.state.known, formId, submissionId),
    side: () => store.go('patient'),
    toggle() {},
    apply: () => store.go('apply'),
    leaveForm() {},
  };
  return {
    element,
    fill(): () => void {
      const view = createOverviewView({ store: chart, changes, form, speech, actions, recent: () => [] });
      wrap.append(view.element);
      return view.end;
    },
  };
}

/** What the panel in the chart shows, for pages where none fits. */
export function OverviewSection({ store, patient }: OfPatientProps) {
  const overview = useMemo(() => createOverview({ store, patient }), [store, patient]);
  useLayoutEffect(() => overview.fill(), [overview]);
  return (
    <NeedsRecord store={store} patient={patient}>
      {() => <DomSlot element={overview.element} />}
    </NeedsRecord>
  );
}
