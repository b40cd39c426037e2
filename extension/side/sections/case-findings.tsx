import type { ComponentChildren } from 'preact';
import { Notice } from '../../surface/pieces/notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { FoundIdentifier } from '../identifiers/identifiers.ts';

interface FindingsProps {
  readonly text: string;
  readonly found: readonly FoundIdentifier[];
}

/** Characters of the text that are shown around what was found. */
const AROUND = 24;

/** What in the text names the patient, each with what stands around it. */
export function CaseFindings({ text, found }: FindingsProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang).recommend;
  const quoted = (one: FoundIdentifier): ComponentChildren => {
    const from = Math.max(0, one.from - AROUND);
    const to = Math.min(text.length, one.to + AROUND);
    return (
      <>
        {from > 0 && '…'}
        {text.slice(from, one.from)}
        <mark>{one.text}</mark>
        {text.slice(one.to, to)}
        {to < text.length && '…'}
      </>
    );
  };
  return (
    <Notice kind="danger" title={own.foundTitle(found.length)} isAlert>
      <ul>
        {found.map((one) => (
          <li key={one.from}>
            {own.found[one.kind]}: <q>{quoted(one)}</q>
          </li>
        ))}
      </ul>
      <p>{own.foundHint}</p>
    </Notice>
  );
}
