import { useEffect, useRef, useState } from 'preact/hooks';
import type { TestReply } from '../intents/outputs.ts';
import { Profile } from '../profile/profile.ts';
import { Field, Notice } from '../surface/controls.tsx';
import type { OpenTab } from '../surface/environment.ts';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { optionsWords } from '../words/index.ts';
import { Faults } from './add-profiles.tsx';
import type { SitesProps } from './sites.tsx';
import { readJson } from './store.ts';
import { FrameResult } from './test-result.tsx';

/** Milliseconds between two looks at a page that is followed. */
const FOLLOW_INTERVAL_MS = 1_500;
/** Stands for the pasted profile among the ids, none of which begins so. */
const PASTED = '-';

interface Tested {
  readonly reply: TestReply;
  readonly profile: Profile | null;
  readonly at: number;
}

/** State and actions of the tester: which tab and profile are chosen, and what the last test found. */
function useTester({ store, environment }: SitesProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang);
  const [tabs, setTabs] = useState<readonly OpenTab[]>([]);
  const [tabId, setTabId] = useState<number | null>(null);
  const [isLive, setLive] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [fault, setFault] = useState('');
  const { isBusy, problem, run } = useAction();
  const { profiles, pasted, tried } = store;
  useEffect(() => {
    profiles.want();
    void environment.tabs().then((all) => {
      const seen = all.filter(({ origin }) => origin !== null);
      setTabs(seen);
      setTabId((before) => before ?? seen[0]?.id ?? null);
    });
  }, [environment, profiles]);
  const known = profiles.state.value;
  const listed = known.status === 'ready' ? known.value.profiles.flatMap(({ profile }) => profile ?? []) : [];
  const hasPasted = pasted.value.trim() !== '';
  const chosen = tried.value ?? (hasPasted ? PASTED : (listed[0]?.id ?? null));
  const test = (): void => {
    if (tabId === null || chosen === null) return;
    const read = chosen === PASTED ? readJson(pasted.value) : null;
    setFault(read && !read.ok ? `${own.sites.notJson} ${read.why}` : '');
    if (read && !read.ok) return;
    const profile: unknown = read ? read.value : chosen;
    const parsed = Profile.safeParse(profile);
    const used = parsed.data ?? listed.find(({ id }) => id === profile) ?? null;
    run(
      () => store.client.act('profiles.test', { tabId, profile }),
      (reply) => setTested({ reply, profile: used, at: environment.now() }),
    );
  };
  const latest = useRef(test);
  latest.current = test;
  useEffect(() => {
    if (!isLive) return;
    latest.current();
    const timer = setInterval(() => latest.current(), FOLLOW_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  const choose = (id: string): void => {
    tried.value = id === PASTED ? null : id;
  };
  return {
    tabs,
    tabId,
    setTabId,
    listed,
    hasPasted,
    chosen,
    choose,
    isLive,
    setLive,
    test,
    tested,
    fault,
    isBusy,
    problem,
  };
}

type Tester = ReturnType<typeof useTester>;

/** Tests a profile in a tab, frame by frame, once or as the page changes. */
export function TesterSection(props: SitesProps) {
  const { words } = useSpeech();
  const tester = useTester(props);
  const { problem, tested, test } = tester;
  return (
    <div class="stack">
      <p class="quiet">{optionsWords(words.lang).tester.intro}</p>
      <TesterForm tester={tester} />
      {problem && <ProblemNotice problem={problem} retry={test} />}
      {tested && <TestResult tested={tested} />}
    </div>
  );
}

function TesterForm({ tester }: { readonly tester: Tester }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang);
  const { tabs, tabId, listed, hasPasted, chosen, isLive, isBusy, fault } = tester;
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        tester.test();
      }}
    >
      <div class="grid">
        <Field label={own.tester.tab}>
          {(tied) => (
            <select
              {...tied}
              value={tabId ?? ''}
              onChange={(event) => tester.setTabId(Number(event.currentTarget.value))}
            >
              {tabs.length === 0 && <option value="">{own.tester.noTab}</option>}
              {tabs.map(({ id, title, origin }) => (
                <option key={id} value={id}>
                  {[title ?? own.tester.tabName({ id }), origin].filter(Boolean).join(', ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={own.tester.profile} fault={fault || undefined}>
          {(tied) => (
            <select
              {...tied}
              value={chosen ?? ''}
              onChange={(event) => tester.choose(event.currentTarget.value)}
            >
              {hasPasted && <option value={PASTED}>{own.tester.pasted}</option>}
              {listed.map(({ id, name, version }) => (
                <option key={`${id} ${version}`} value={id}>
                  {name}, {own.sites.version({ version })}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy || tabId === null || chosen === null}>
          {own.tester.run}
        </button>
        <label class="choice">
          <input
            type="checkbox"
            checked={isLive}
            onChange={(event) => tester.setLive(event.currentTarget.checked)}
          />
          {own.tester.live}
        </label>
      </div>
    </form>
  );
}

function TestResult({ tested }: { readonly tested: Tested }) {
  const { words, moment } = useSpeech();
  const own = optionsWords(words.lang);
  return (
    <>
      <p class="quiet" role="status">
        {own.tester.seenAt({ moment: moment(tested.at) })}
      </p>
      {tested.reply.faults.length > 0 ? (
        <Notice kind="danger">
          <Faults faults={tested.reply.faults} />
        </Notice>
      ) : (
        <>
          <p>{tested.reply.isMatched ? own.tester.matched : own.tester.notMatched}</p>
          {tested.reply.frames.length === 0 && <p>{own.tester.noFrames}</p>}
          {tested.reply.frames.map((frame) => (
            <FrameResult key={frame.frameId} frame={frame} profile={tested.profile} />
          ))}
        </>
      )}
    </>
  );
}
