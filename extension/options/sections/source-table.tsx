import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import type { SourceLine } from '../explained-page.ts';

/** What each source found, from where, and why not; the values are shown to the person, and kept nowhere. */
export function SourceTable({ lines }: { readonly lines: readonly SourceLine[] }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).tester;
  const outcome = ({ found }: SourceLine): string => {
    if (found.state === 'missing' && found.isOptional) return own.notNeeded;
    if (found.state !== 'found') return own.gaps[found.state];
    return own.found(found.value ?? '');
  };
  return (
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
          {lines.map((line, index) => {
            const { kind, from, state, isOptional, text, value } = line.found;
            const isFault = state !== 'found' && !(state === 'missing' && isOptional);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a page have no name but their place
              <tr key={index}>
                <th scope="row">
                  {words.identifiers[kind]} {line.system && <small>{line.system}</small>}
                </th>
                <td data-name={own.columns[1]}>
                  {own.sources[from]} <code>{line.where}</code>
                </td>
                <td data-name={own.columns[2]} class={isFault ? 'fault' : undefined}>
                  {outcome(line)}
                  {text !== null && text !== value && <small> {own.readIn(text)}</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
