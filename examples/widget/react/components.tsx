import { configure } from '@instrument-panel/widget';
import { InstrumentApply, InstrumentPanel, InstrumentSparkline } from '@instrument-panel/widget/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { formId, kitOptions, patients, professionalId } from '../clinic.js';

configure(kitOptions());

/** The components register their elements by themselves, and take properties and handlers under React's names. */
function Chart() {
  const [patient, setPatient] = useState(patients[0]);
  const [isOpen, setOpen] = useState(true);
  const [heard, setHeard] = useState('');
  const asked = { professionalId, patientId: patient?.id, formId };
  return (
    <>
      <h1>Chart</h1>
      <label>
        Patient{' '}
        <select onChange={({ target }) => setPatient(patients[target.selectedIndex])}>
          {patients.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close chart' : 'Open chart'}
      </button>
      <output id="heard">{heard}</output>
      {isOpen && (
        <>
          <InstrumentSparkline {...asked} data={patient?.latest} density="comfortable" />
          <section>
            <InstrumentPanel
              {...asked}
              headingLevel={2}
              onInstrumentLoad={({ detail }) => setHeard(`Shown: submission ${detail.submissionId}`)}
            />
          </section>
          <InstrumentApply
            professionalId={professionalId}
            patientId={patient?.id}
            onInstrumentApplied={({ detail }) => setHeard(`Applied: ${detail.applicationId}`)}
          />
        </>
      )}
    </>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Chart />
  </StrictMode>,
);
