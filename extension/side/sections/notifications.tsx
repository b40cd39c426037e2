import { Field } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideWords } from '../../words/index.ts';
import type { PatientStore } from '../patient-store.ts';
import type { OfPatientProps } from './apply.tsx';
import { appliedInstruments } from './history.tsx';

/** A word of the service's as it is called here; one that is not known as it came. */
function called(names: Readonly<Record<string, string>>, word: string | null | undefined): string | null {
  return word ? (names[word.toLowerCase()] ?? word) : null;
}

/** The messages that the service sent to the patient about an instrument. */
export function NotificationsSection({ patient }: OfPatientProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang).notifications;
  return (
    <Read of={patient.history}>
      {({ applications, submissions }) => {
        const instruments = appliedInstruments(applications, submissions);
        const [first] = instruments;
        if (!first) return <p>{own.noInstruments}</p>;
        const chosen = patient.notified.value ?? first.formId;
        return (
          <div class="stack">
            <Field label={own.instrument}>
              {(tied) => (
                <select
                  {...tied}
                  value={chosen}
                  onChange={(event) => {
                    patient.notified.value = event.currentTarget.value;
                  }}
                >
                  {instruments.map(({ formId, name }) => (
                    <option key={formId} value={formId}>
                      {name || own.instrument}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Sent key={chosen} patient={patient} formId={chosen} />
          </div>
        );
      }}
    </Read>
  );
}

function Sent({ patient, formId }: { readonly patient: PatientStore; readonly formId: string }) {
  const { words, moment } = useSpeech();
  const own = sideWords(words.lang).notifications;
  return (
    <Read of={patient.notifications(formId)} at={({ at }) => at}>
      {({ items, unreadable }) => (
        <>
          {unreadable > 0 && <p class="quiet">{words.unreadable({ count: unreadable })}</p>}
          {items.length === 0 ? (
            <p>{own.empty}</p>
          ) : (
            <div class="scroll">
              <table class="stacking">
                <thead>
                  <tr>
                    {own.columns.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items
                    .toSorted((a, b) => b.id - a.id)
                    .map((one) => {
                      const at = instant(one.sentAt);
                      return (
                        <tr key={one.id}>
                          <th scope="row">{at === null ? own.notSent : moment(at)}</th>
                          <td data-name={own.columns[1]}>
                            {called(own.values.channel, one.channel) ?? own.unknown}
                          </td>
                          <td data-name={own.columns[2]}>
                            {one.destinationEmail ?? one.destinationPhoneNumber ?? own.unknown}
                          </td>
                          <td data-name={own.columns[3]}>
                            {called(own.values.context, one.context) ?? own.unknown}
                          </td>
                          <td data-name={own.columns[4]}>
                            {called(own.values.status, one.status) ?? own.unknown}
                          </td>
                        </tr>
                      );
                    })}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Read>
  );
}
