import { useState } from 'preact/hooks';
import { useAction } from '../../surface/act.ts';
import { Field } from '../../surface/pieces/field.tsx';
import { Notice } from '../../surface/pieces/notice.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import type { ProfileFault } from '../../words/faults/words.ts';
import { optionsWords } from '../../words/options/index.ts';
import { readJson } from '../read-json.ts';
import type { OptionsStore } from '../store.ts';
import { Faults } from './faults.tsx';

/** Adds a profile from pasted JSON; what is wrong with it is said field by field. */
export function AddProfile({ store }: { readonly store: OptionsStore }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  const [fault, setFault] = useState('');
  const [faults, setFaults] = useState<readonly ProfileFault[]>([]);
  const [done, setDone] = useState('');
  const { isBusy, problem, run, clear } = useAction();
  const { pasted } = store;
  const forget = (): void => {
    setFault('');
    setFaults([]);
    setDone('');
    clear();
  };
  const add = (): void => {
    forget();
    const read = readJson(pasted.value);
    if (!read.ok) {
      setFault(pasted.value.trim() === '' ? own.empty : `${own.notJson} ${read.why}`.trim());
      return;
    }
    run(
      () => store.client.act('profiles.add', { profile: read.value }),
      ({ faults: found, id }) => {
        setFaults(found);
        if (found.length > 0 || id === null) return;
        setDone(own.added(id));
        pasted.value = '';
        store.refresh();
      },
    );
  };
  return (
    <form
      class="card"
      id="add-profile"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h2>{own.add}</h2>
      <Field label={own.paste} hint={own.pasteHint} fault={fault || undefined}>
        {(tied) => (
          <textarea
            {...tied}
            class="code"
            rows={10}
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => {
              forget();
              pasted.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      {faults.length > 0 && (
        <Notice kind="danger" title={own.notAdded} isAlert>
          <Faults faults={faults} />
        </Notice>
      )}
      {done && (
        <p class="notice" data-kind="done" role="status">
          {done}
        </p>
      )}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {own.addIt}
        </button>
        {pasted.value.trim() !== '' && (
          <button type="button" onClick={() => store.try(null)}>
            {optionsWords(words.lang).tester.run}
          </button>
        )}
      </div>
    </form>
  );
}
