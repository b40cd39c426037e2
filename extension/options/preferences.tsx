import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../intents/protocol.ts';
import { APPEARANCES, type Appearance } from '../surface/environment.ts';
import { type SurfacePage, useSpeech } from '../surface/page.tsx';
import { toRequestProblem } from '../surface/problem.ts';
import { ProblemNotice } from '../surface/request-views.tsx';
import { extensionLanguages } from '../words/compiled/languages.js';
import { optionsMessages } from '../words/compiled/options/all.js';
import { CHOSEN_LANGUAGES, type ChosenLanguage } from '../words/languages.ts';
import type { OptionsProps } from './store.ts';

interface Keeping<T> {
  read(): Promise<T>;
  save(chosen: T): Promise<unknown>;
  onSaved(chosen: T): void;
}

/** Shows a choice at once and saves it. The latest choice wins; one that could not be saved is undone, with the problem. */
function useChoice<T>({ read, save, onSaved }: Keeping<T>) {
  const [value, setValue] = useState<T | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const kept = useRef<T | null>(null);
  const turn = useRef(0);
  const reading = useRef(read);
  useEffect(() => {
    reading.current().then(
      (found) => {
        kept.current ??= found;
        if (turn.current === 0) setValue(found);
      },
      (error) => {
        if (turn.current === 0) setProblem(toRequestProblem(error));
      },
    );
  }, []);
  return {
    /** Null until what is kept was read. */
    value,
    isSaved,
    problem,
    choose(chosen: T): void {
      turn.current += 1;
      const mine = turn.current;
      setValue(chosen);
      setSaved(false);
      setProblem(null);
      save(chosen).then(
        () => {
          kept.current = chosen;
          if (mine !== turn.current) return;
          setSaved(true);
          onSaved(chosen);
        },
        (error) => {
          if (mine !== turn.current) return;
          setValue(kept.current);
          setProblem(toRequestProblem(error));
        },
      );
    },
  };
}

interface ChoicesProps<T> {
  readonly name: string;
  readonly title: string;
  readonly choice: Pick<ReturnType<typeof useChoice<T>>, 'value' | 'choose'>;
  /** Each choice with its name, and the language of the name. */
  readonly options: readonly (readonly [value: T, said: string, lang?: string | undefined])[];
}

function Choices<T extends string>({ name, title, choice, options }: ChoicesProps<T>) {
  return (
    <fieldset class="card">
      <legend>{title}</legend>
      {options.map(([one, said, lang]) => (
        <label key={one} class="choice">
          <input
            type="radio"
            name={name}
            checked={choice.value === one}
            onChange={() => choice.choose(one)}
          />
          <span lang={lang}>{said}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function PreferencesSection({ store, page }: OptionsProps & { readonly page: SurfacePage }) {
  const { preferences: own } = useSpeech(optionsMessages).own;
  const { client } = store;
  const language = useChoice<ChosenLanguage>({
    read: async () => (await client.read('language.read', {})).language,
    save: (chosen) => client.act('language.set', { language: chosen }),
    onSaved: (chosen) => page.speak(chosen),
  });
  const appearance = useChoice<Appearance>({
    read: () => client.environment.appearance(),
    save: (chosen) => client.environment.setAppearance(chosen),
    onSaved: (chosen) => page.setAppearance(chosen),
  });
  const problem = language.problem ?? appearance.problem;
  return (
    <div class="stack">
      <Choices
        name="language"
        title={own.language}
        choice={language}
        options={CHOSEN_LANGUAGES.map((one) => [
          one,
          one === 'auto' ? own.languages.auto : extensionLanguages[one],
          one === 'auto' ? undefined : one,
        ])}
      />
      <Choices
        name="appearance"
        title={own.appearance}
        choice={appearance}
        options={APPEARANCES.map((one) => [one, own.appearances[one]])}
      />
      <p role="status">{(language.isSaved || appearance.isSaved) && own.saved}</p>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
