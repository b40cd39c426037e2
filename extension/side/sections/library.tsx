import type { Instrument } from '@instrument-panel/client/contract';
import { directionNamed } from '@instrument-panel/shared/score/change';
import { choicesOf, findChoices, topicsOf } from '@instrument-panel/shared/ui/apply/library';
import { toggled } from '@instrument-panel/shared/ui/apply/state';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Field, Table } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { ProfessionalStore, SideStore } from '../side-store.ts';

interface LibraryProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
}

/** The library: instruments by text and topic, and what is to be known of each. */
export function LibrarySection({ store, professional }: LibraryProps) {
  const { words } = useSpeech();
  return (
    <Read of={professional.library} at={({ at }) => at}>
      {({ items, unreadable }) => (
        <div class="stack">
          {unreadable > 0 && <p class="quiet">{words.unreadable({ count: unreadable })}</p>}
          <Browse store={store} items={items} />
        </div>
      )}
    </Read>
  );
}

function Browse({ store, items }: { readonly store: SideStore; readonly items: readonly Instrument[] }) {
  const { words, own } = useSpeech(sideMessages, (all) => all.library);
  const [query, setQuery] = useState('');
  const [topics, setTopics] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<string | null>(null);
  // Focus returns to the button from which the details were opened.
  useEffect(() => {
    if (opened !== null) left.current = opened;
    else list.current?.querySelector<HTMLElement>(`[data-details="${left.current}"]`)?.focus();
  }, [opened]);
  const instrument = items.find(({ id }) => id.toLowerCase() === opened);
  if (instrument) {
    return <InstrumentDetails store={store} instrument={instrument} back={() => setOpened(null)} />;
  }
  const choices = choicesOf(items);
  const found = findChoices(choices, query, topics, words.lang);
  return (
    <>
      <Field label={own.search} hint={own.searchHint}>
        <input
          type="search"
          value={query}
          autoComplete="off"
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </Field>
      <fieldset class="topics">
        <legend>{own.topics}</legend>
        <div class="row">
          {topicsOf(choices, words.lang).map(({ id, name, count }) => (
            <button
              key={id}
              type="button"
              class="topic"
              aria-pressed={topics.has(id)}
              onClick={() => setTopics(toggled(topics, id))}
            >
              {name} ({count})
            </button>
          ))}
        </div>
      </fieldset>
      <p role="status" class="quiet">
        {found.length === 0 ? own.none : own.found({ count: found.length })}
      </p>
      <ul ref={list} class="cards">
        {found.map((choice) => (
          <li key={choice.id} class="card">
            <h2>{choice.name}</h2>
            {choice.title !== choice.name && <p>{choice.title}</p>}
            {choice.tags.length > 0 && <p class="quiet">{choice.tags.map(({ name }) => name).join(', ')}</p>}
            <div class="row">
              <Button
                data-details={choice.id}
                act={() => setOpened(choice.id)}
                label={own.details({ name: choice.name })}
              />
              {store.patient && (
                <Button
                  act={() => store.go('apply', choice.id)}
                  label={own.applyThis({ name: choice.name })}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DetailsProps {
  readonly store: SideStore;
  readonly instrument: Instrument;
  readonly back: () => void;
}

type Range = NonNullable<Instrument['scoreRanges']>[number];

/** Everything that the library says of one instrument, in the service's own words. */
function InstrumentDetails({ store, instrument, back }: DetailsProps) {
  const { library: own } = useSpeech(sideMessages).own;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, shortTitle, description, instruction, patientInstruction, references, tags } = instrument;
  const name = shortTitle?.trim() || title;
  const ranges = (instrument.scoreRanges ?? []).filter(({ formSubScaleId }) => formSubScaleId == null);
  const questions = (instrument.questions ?? []).toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const direction = directionNamed(instrument.config?.globalScoreConfig?.scoreDirection);
  return (
    <article class="stack">
      <div class="row">
        <Button act={back} label={own.back} />
        {store.patient && (
          <Button
            class="primary"
            act={() => store.go('apply', instrument.id)}
            label={own.applyThis({ name: name ?? '' })}
          />
        )}
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p class="row">
        {shortTitle && <span class="badge">{shortTitle}</span>}
        {instrument.isNew && <span class="badge">{own.isNew}</span>}
        {(tags ?? []).map((tag) => (
          <span key={tag.id} class="badge">
            {tag.name}
          </span>
        ))}
      </p>
      {description && <p class="preline">{description}</p>}
      <Said title={own.instruction} text={instruction} />
      <Said title={own.patientInstruction} text={patientInstruction} />
      <h3>{own.ranges}</h3>
      <p>{own.direction[direction]}</p>
      {ranges.length > 0 ? (
        <Ranges ranges={ranges} caption={own.ranges} />
      ) : (
        <p class="quiet">{own.noRanges}</p>
      )}
      {(instrument.subScales ?? []).length > 0 && <h3>{own.subscales}</h3>}
      {(instrument.subScales ?? []).map((subscale) => (
        <div key={subscale.id} class="tight">
          <h4>{subscale.name}</h4>
          <p class="quiet">{own.direction[directionNamed(subscale.scoreDirection)]}</p>
          {(subscale.scoreRanges ?? []).length > 0 && (
            <Ranges ranges={subscale.scoreRanges ?? []} caption={`${own.ranges}: ${subscale.name}`} />
          )}
        </div>
      ))}
      <details>
        <summary>
          {questions.length > 0 ? own.questions({ count: questions.length }) : own.noQuestions}
        </summary>
        <ol>
          {questions.map((question) => (
            <li key={question.id}>{question.title}</li>
          ))}
        </ol>
      </details>
      <Said title={own.references} text={references} />
    </article>
  );
}

function Said({ title, text }: { readonly title: string; readonly text: string | null | undefined }) {
  if (!text?.trim()) return null;
  return (
    <section class="tight">
      <h3>{title}</h3>
      <p class="preline">{text}</p>
    </section>
  );
}

function Ranges({ ranges, caption }: { readonly ranges: readonly Range[]; readonly caption: string }) {
  const { number, own } = useSpeech(sideMessages);
  return (
    <Table caption={caption} isCaptionHeard columns={own.library.rangeColumns}>
      {ranges
        .toSorted((a, b) => a.minScore - b.minScore)
        .map((one) => (
          <tr key={`${one.title} ${one.minScore}`}>
            <th scope="row">{one.title}</th>
            <td>{number(one.minScore)}</td>
            <td>{number(one.maxScore)}</td>
          </tr>
        ))}
    </Table>
  );
}
