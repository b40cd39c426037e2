'use client';
import { configure } from '@instrument-panel/widget';
import { InstrumentApply, InstrumentPanel, InstrumentSparkline } from '@instrument-panel/widget/react';
import { useEffect, useState } from 'react';
import { kitOptions } from '../../clinic.js';

export function Chart({ latest, ...asked }) {
  const [heard, setHeard] = useState('');
  useEffect(() => configure(kitOptions()), []);
  return (
    <>
      <output id="heard">{heard}</output>
      <InstrumentSparkline {...asked} data={latest} density="comfortable" />
      <section>
        <InstrumentPanel
          {...asked}
          headingLevel={2}
          onInstrumentLoad={({ detail }) => setHeard(`Shown: submission ${detail.submissionId}`)}
        >
          <p slot="loading">Loading the course</p>
        </InstrumentPanel>
      </section>
      <InstrumentApply professionalId={asked.professionalId} patientId={asked.patientId} />
    </>
  );
}
