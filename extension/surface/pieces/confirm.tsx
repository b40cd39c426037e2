import { useEffect, useRef, useState } from 'preact/hooks';
import { useSpeech } from '../speech.ts';
import { Notice } from './notice.tsx';

interface ConfirmProps {
  /** What stands on the button that asks. */
  readonly label: string;
  /** What would happen, and to whom. */
  readonly question: string;
  /** What stands on the button that does it. */
  readonly yes: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly act: () => void;
}

/** A button whose deed is asked for twice: first what it would do, then doing it. */
export function Confirm({ label, question, yes, isDanger = false, isBusy = false, act }: ConfirmProps) {
  const { words } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const asks = useRef<HTMLButtonElement>(null);
  const does = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (isAsked) does.current?.focus();
    else if (was.current) asks.current?.focus();
    was.current = isAsked;
  }, [isAsked]);
  const look = isDanger ? 'danger' : '';
  if (!isAsked) {
    return (
      // Not `disabled`: it would lose the focus that comes back to it.
      <button
        ref={asks}
        type="button"
        class={look}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setAsked(true)}
      >
        {label}
      </button>
    );
  }
  return (
    <Notice kind={isDanger ? 'danger' : 'warning'}>
      <p>{question}</p>
      <div class="row">
        <button
          ref={does}
          type="button"
          class={`primary ${look}`}
          onClick={() => {
            setAsked(false);
            act();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={() => setAsked(false)}>
          {words.cancel}
        </button>
      </div>
    </Notice>
  );
}
