import { useState } from 'preact/hooks';
import { useAction } from '../../surface/act.ts';
import { Field } from '../../surface/pieces/field.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import type { OptionsStore } from '../store.ts';

/** Only these may be plain: they never leave the machine. */
const isAddress = (text: string): boolean => {
  const { protocol, hostname } = URL.parse(text) ?? {};
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1)$/.test(hostname ?? ''))
  );
};

/** Reads the profiles that a proxy hands out. */
export function FromProxy({ store }: { readonly store: OptionsStore }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [done, setDone] = useState('');
  const { isBusy, problem, run, clear } = useAction();
  const read = (): void => {
    const proxy = address.trim();
    setDone('');
    setWrong(!isAddress(proxy));
    if (!isAddress(proxy)) return;
    run(
      () => store.client.act('profiles.from', { proxy }),
      ({ name, profiles }) => {
        setDone(own.readDone(name ?? proxy, profiles.length));
        store.refresh();
      },
    );
  };
  return (
    <form
      class="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <h2>{own.fromProxy}</h2>
      <Field label={own.address} hint={own.addressHint} fault={isWrong ? own.wrongAddress : undefined}>
        {(tied) => (
          <input
            {...tied}
            type="url"
            value={address}
            autoComplete="off"
            onInput={(event) => {
              setWrong(false);
              clear();
              setAddress(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      {done && (
        <p class="notice" data-kind="done" role="status">
          {done}
        </p>
      )}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {own.read}
        </button>
      </div>
    </form>
  );
}
