import { useSpeech } from '../../surface/speech.ts';
import { faultWords, sayFault } from '../../words/faults/index.ts';
import type { ProfileFault } from '../../words/faults/words.ts';
import { optionsWords } from '../../words/options/index.ts';

/** Which fields of a profile are wrong, and why. */
export function Faults({ faults }: { readonly faults: readonly ProfileFault[] }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  const why = faultWords(words.lang);
  return (
    <div class="scroll">
      <table class="stacking">
        <caption>{own.faults(faults.length)}</caption>
        <thead>
          <tr>
            <th scope="col">{own.field}</th>
            <th scope="col">{own.why}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ field, fault }) => (
            <tr key={`${field} ${fault.code}`}>
              <th scope="row">{field ? <code>{field}</code> : own.whole}</th>
              <td>{sayFault(why, fault)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
