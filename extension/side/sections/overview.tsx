import { useLayoutEffect, useMemo } from 'preact/hooks';
import { Held } from '../../surface/panel-parts.tsx';
import { createOverview } from '../overview.ts';
import type { OfPatientProps } from './apply.tsx';
import { NeedsRecord } from './apply.tsx';

/** What the panel in the chart shows, for pages where none fits. */
export function OverviewSection({ store, patient }: OfPatientProps) {
  const overview = useMemo(() => createOverview(store, patient), [store, patient]);
  useLayoutEffect(() => overview.fill(), [overview]);
  return (
    <NeedsRecord store={store} patient={patient}>
      {() => <Held element={overview.element} />}
    </NeedsRecord>
  );
}
