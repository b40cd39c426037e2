import { optionsWords } from '../../../shared/locale/extension/options/index.ts';
import type { ProfileFault } from '../../intents/surface-answers.ts';
import { useSpeech } from '../../surface/speech.ts';

/** Which fields of a profile are wrong, and why. */
export function Faults({ faults }: { readonly faults: readonly ProfileFault[] }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  return (
    <div class="scroll">
      <table>
        <caption>{own.faults(faults.length)}</caption>
        <thead>
          <tr>
            <th scope="col">{own.field}</th>
            <th scope="col">{own.why}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ field, why }) => (
            <tr key={`${field} ${why}`}>
              <th scope="row">{field ? <code>{field}</code> : own.whole}</th>
              <td lang="en">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
