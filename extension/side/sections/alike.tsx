import type { IntentOutput } from '../../intents/requests.ts';
import { Notice } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { PatientStore } from '../patient-store.ts';
import { LinkForm } from './link-form.tsx';

type Alike = IntentOutput<'patient.alike'>;

interface AlikeProps {
  readonly patient: PatientStore;
  /** Told what was done, in words. */
  readonly done: (sentence: string) => void;
}

/** Patients of the service who are like the page's: both sides to be compared, and the way to register another one. */
export function AlikeSection({ patient, done }: AlikeProps) {
  const { own } = useSpeech(sideMessages, (all) => all.patient);
  return (
    <Read of={patient.reading('patient.alike', {})} loading={own.alike.title}>
      {({ isLinked, patients, unreadable }) =>
        isLinked || patients.length === 0 ? null : (
          <>
            <AlikeTable patient={patient} patients={patients} />
            {unreadable > 0 ? (
              <Notice kind="warning" text={own.alike.unreadable({ count: unreadable })} />
            ) : (
              <LinkForm
                patient={patient}
                done={done}
                apartFrom={patients.map(({ patientId }) => patientId)}
              />
            )}
          </>
        )
      }
    </Read>
  );
}

interface TableProps extends Pick<AlikeProps, 'patient'> {
  readonly patients: Alike['patients'];
}

/** The facts of the page beside those of each patient who is like them. */
function AlikeTable({ patient: { identity }, patients }: TableProps) {
  const { words, birthday, own } = useSpeech(sideMessages, (all) => all.patient);
  const day = (text: string | null | undefined): string => {
    const at = instant(text);
    return at === null ? '' : birthday(at);
  };
  const rows = [
    ['key', identity.keys.map(({ value }) => value).join(', '), () => null],
    ['name', identity.name, ({ name }) => name],
    ['birthday', day(identity.birthday), (one) => day(one.birthday)],
    ['email', identity.email, ({ email }) => email],
    ['phone', identity.phone, ({ phone }) => phone],
  ] as const satisfies readonly (readonly [
    string,
    string | undefined,
    (one: Alike['patients'][number]) => string | null,
  ])[];
  return (
    <div class="scroll">
      <table>
        <caption>{own.alike.title}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{own.columns.page}</th>
            {patients.map(({ patientId }, at) => (
              <th key={patientId} scope="col">
                {patients.length > 1 ? own.alike.numbered({ number: `${at + 1}` }) : own.alike.registered}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([kind, page, read]) => (
            <tr key={kind}>
              <th scope="row">{words.identifiers[kind]}</th>
              <td class={page ? undefined : 'quiet'}>{page || own.notOnPage}</td>
              {patients.map((one) => {
                const fact = read(one);
                const none = kind === 'key' && one.hasNumber ? own.alike.otherNumber : own.notOnRecord;
                return (
                  <td key={one.patientId} class={fact ? undefined : 'quiet'}>
                    {fact || none}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
