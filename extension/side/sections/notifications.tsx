import { SelectField, Table } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { OfPatientProps } from '../side-store.ts';
import { appliedInstruments } from './history.tsx';

/** A word of the service's as it is called here; one that is not known as it came. */
function called(names: Readonly<Record<string, string>>, word: string | null | undefined): string | null {
  return word ? (names[word.toLowerCase()] ?? word) : null;
}

/** The messages that the service sent to the patient about an instrument. */
export function NotificationsSection({ patient }: OfPatientProps) {
  const { notifications: own } = useSpeech(sideMessages).own;
  return (
    <Read of={patient.reading('history.read', {})}>
      {({ applications, submissions }) => {
        const instruments = appliedInstruments(applications, submissions);
        const [first] = instruments;
        if (!first) return <p>{own.noInstruments}</p>;
        const chosen = patient.notified.value ?? first.formId;
        return (
          <div class="stack">
            <SelectField
              label={own.instrument}
              value={chosen}
              options={instruments.map(({ formId, name }) => [formId, name || own.instrument])}
              choose={(formId) => {
                patient.notified.value = formId;
              }}
            />
            <Sent key={chosen} patient={patient} formId={chosen} />
          </div>
        );
      }}
    </Read>
  );
}

function Sent({ patient, formId }: Pick<OfPatientProps, 'patient'> & { readonly formId: string }) {
  const { words, moment, own: all } = useSpeech(sideMessages);
  const { columns, values, ...own } = all.notifications;
  return (
    <Read of={patient.reading('notifications.read', { formId })} at={({ at }) => at}>
      {({ items, unreadable }) => (
        <>
          {unreadable > 0 && <p class="quiet">{words.unreadable({ count: unreadable })}</p>}
          {items.length === 0 ? (
            <p>{own.empty}</p>
          ) : (
            <Table isStacking columns={columns}>
              {items
                .toSorted((a, b) => b.id - a.id)
                .map((one) => {
                  const at = instant(one.sentAt);
                  const cells = [
                    called(values.channel, one.channel),
                    one.destinationEmail ?? one.destinationPhoneNumber,
                    called(values.context, one.context),
                    called(values.status, one.status),
                  ];
                  return (
                    <tr key={one.id}>
                      <th scope="row">{at === null ? own.notSent : moment(at)}</th>
                      {cells.map((cell, index) => (
                        <td key={columns[index + 1]} data-name={columns[index + 1]}>
                          {cell ?? own.unknown}
                        </td>
                      ))}
                    </tr>
                  );
                })}
            </Table>
          )}
        </>
      )}
    </Read>
  );
}
