import type { ReasonName } from '../../words/surface/index.ts';
import { useSpeech } from '../speech.ts';
import { Notice } from './notice.tsx';

/** Why nothing of a patient is shown, and what to do about each. */
export function ReasonList({ reasons }: { readonly reasons: readonly ReasonName[] }) {
  const { words } = useSpeech();
  return (
    <>
      {reasons.map((name) => (
        <Notice key={name} title={words.reasons[name].title}>
          <p>{words.reasons[name].advice}</p>
        </Notice>
      ))}
    </>
  );
}
