import { useState } from 'preact/hooks';
import type { Problem } from '../../intents/protocol.ts';
import type { SurfaceClient } from '../client.ts';
import { readProblem } from '../problem.ts';
import { useSpeech } from '../speech.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface SignInProps {
  readonly client: SurfaceClient;
  /** Origin and prefix of the proxy that is signed in to. */
  readonly proxy: string;
  readonly done?: () => void;
}

/** The button that signs in at a proxy, and what came of it. */
export function SignIn({ client, proxy, done }: SignInProps) {
  const { words } = useSpeech();
  const [isBusy, setBusy] = useState(false);
  const [wasCancelled, setCancelled] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setCancelled(false);
    setProblem(null);
    try {
      const { state } = await client.act('sign.in', { proxy });
      setCancelled(state === 'cancelled');
      if (state === 'signed-in') done?.();
    } catch (error) {
      setProblem(readProblem(error));
    }
    setBusy(false);
  };
  return (
    <div class="tight">
      <button type="button" class="primary wide" disabled={isBusy} onClick={() => void signIn()}>
        {isBusy ? words.signingIn : words.signIn}
      </button>
      {wasCancelled && <p role="status">{words.signInCancelled}</p>}
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
