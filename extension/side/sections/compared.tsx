import type { Identity } from '../../context/context.ts';
import type { Known } from '../../panel/store/store.ts';
import { formatPatientName } from '../../surface/pieces/patient-name.tsx';
import { instant, useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';

interface ComparedProps {
  readonly identity: Identity;
  /** Null where the record is not known. */
  readonly known: Known | null;
}

/** What the page says of the patient, beside what the service has. */
export function Compared({ identity, known }: ComparedProps) {
  const { words, birthday } = useSpeech();
  const own = sideWords(words.lang).patient;
  const record = known?.patient;
  const day = (text: string | null | undefined): string => {
    const at = instant(text);
    return at === null ? '' : birthday(at);
  };
  const rows = [
    ['name', identity.name, record && formatPatientName(record)],
    ['birthday', day(identity.birthday), day(record?.birthday)],
    ['email', identity.email, record?.email],
    ['phone', identity.phone, record?.cellphone],
  ] as const;
  return (
    <div class="scroll">
      <table>
        <caption>{own.compare}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{own.columns[1]}</th>
            {known && <th scope="col">{own.columns[2]}</th>}
          </tr>
        </thead>
        <tbody>
          {identity.keys.map(({ system, value }) => (
            <tr key={`${system} ${value}`}>
              <th scope="row">
                {words.identifiers.key}
                {system && <small> {system}</small>}
              </th>
              <td>{value}</td>
              {known && <td class="quiet">{own.notCompared}</td>}
            </tr>
          ))}
          {rows.map(([kind, page, service]) => (
            <tr key={kind}>
              <th scope="row">{words.identifiers[kind]}</th>
              <td class={page ? undefined : 'quiet'}>{page || own.notOnPage}</td>
              {known && (
                <td class={service ? undefined : 'quiet'}>
                  {service || own.notOnRecord}{' '}
                  {known.agreed.includes(kind) && (
                    <span class="badge" data-kind="on">
                      {own.agrees}
                    </span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
