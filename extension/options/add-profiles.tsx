import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { useState } from 'preact/hooks';
import { type ProfileFault, sayFault } from '../profile/parse.ts';
import { Button, Field, Form, Notice, Table } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { faultsMessages } from '../words/compiled/faults/all.js';
import { optionsMessages } from '../words/compiled/options/all.js';
import { type OptionsProps, readJson } from './store.ts';

export function AddProfile({ store }: OptionsProps) {
  const { sites: own, tester } = useSpeech(optionsMessages).own;
  const [fault, setFault] = useState('');
  const [faults, setFaults] = useState<readonly ProfileFault[]>([]);
  const [done, setDone] = useState('');
  const { isBusy, problem, run, clear } = useAction();
  const { draft, pasted, trial } = store;
  const [isWarned, setWarned] = useState(false);
  const drafted = draft.state.value;
  const hasDraft = drafted.status === 'ready' && drafted.value !== null;
  const isTried = trial.value?.isDone === true && trial.value.text === pasted.value;
  const forget = (): void => {
    setWarned(false);
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
    // What was pointed at on one chart says nothing of the next.
    if (hasDraft && !isTried && !isWarned) {
      setWarned(true);
      return;
    }
    run(
      () => store.client.act('profiles.add', { profile: read.value }),
      ({ faults: found, id }) => {
        setFaults(found);
        if (found.length > 0 || id === null) return;
        setDone(own.added({ id }));
        pasted.value = '';
        store.refresh();
      },
    );
  };
  return (
    <Form class="card" id="add-profile" submit={add}>
      <h2>{own.add}</h2>
      <Field label={own.paste} hint={own.pasteHint} fault={fault || undefined}>
        <textarea
          class="code"
          rows={10}
          spellcheck={false}
          value={pasted.value}
          onInput={(event) => {
            forget();
            pasted.value = event.currentTarget.value;
          }}
        />
      </Field>
      {faults.length > 0 && (
        <Notice kind="danger" title={own.notAdded} isAlert>
          <Faults faults={faults} />
        </Notice>
      )}
      {isWarned && <Notice kind="warning" title={own.notTried} text={own.notTriedHint} isAlert />}
      {done && <Done text={done} />}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <Button
          type="submit"
          class={isWarned ? '' : 'primary'}
          isBusy={isBusy}
          label={isWarned ? own.addUntried : own.addIt}
        />
        {pasted.value.trim() !== '' && (
          <Button class={isWarned ? 'primary' : ''} act={() => store.try(null)} label={tester.run} />
        )}
      </div>
    </Form>
  );
}

/** Only these may be plain: they never leave the machine. */
const isAddress = (text: string): boolean => {
  const { protocol, hostname } = URL.parse(text) ?? {};
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1)$/.test(hostname ?? ''))
  );
};

export function FromProxy({ store }: OptionsProps) {
  const { sites: own } = useSpeech(optionsMessages).own;
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
        setDone(own.readDone({ name: name ?? proxy, count: profiles.length }));
        store.refresh();
      },
    );
  };
  return (
    <Form class="card" submit={read}>
      <h2>{own.fromProxy}</h2>
      <Field label={own.address} hint={own.addressHint} fault={isWrong ? own.wrongAddress : undefined}>
        <input
          type="url"
          value={address}
          autoComplete="off"
          onInput={(event) => {
            setWrong(false);
            clear();
            setAddress(event.currentTarget.value);
          }}
        />
      </Field>
      {done && <Done text={done} />}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <Button type="submit" class="primary" isBusy={isBusy} label={own.read} />
      </div>
    </Form>
  );
}

const Done = ({ text }: { readonly text: string }) => (
  <p class="notice" data-kind="done" role="status">
    {text}
  </p>
);

export function Faults({ faults }: { readonly faults: readonly ProfileFault[] }) {
  const { words, own } = useSpeech(optionsMessages);
  const { field: fieldName, why, whole, faults: caption } = own.sites;
  return (
    <Table isStacking caption={caption({ count: faults.length })} columns={[fieldName, why]}>
      {faults.map(({ field, fault }) => (
        <tr key={`${field} ${fault.code}`}>
          <th scope="row">{field ? <code>{field}</code> : whole}</th>
          <td>{sayFault(selectMessages(faultsMessages, words.lang), fault)}</td>
        </tr>
      ))}
    </Table>
  );
}
