import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { describe, expect, it } from 'vitest';

interface Message {
  readonly surface: string;
  readonly language: string;
  readonly key: string;
  readonly text: string;
}

/** Every text below `value`, with its dotted key. */
function textsOf(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value ?? {}).flatMap(([name, inside]) =>
    textsOf(inside, key ? `${key}.${name}` : name),
  );
}

const MESSAGES: readonly Message[] = globSync('{shared,extension,sandbox,proxy,widget}/words/*/*.json')
  .filter((file) => basename(file) !== 'surface.json')
  .flatMap((file) => {
    const surface = dirname(file).replaceAll('\\', '/').replace('/words/', '/');
    const texts = textsOf(JSON.parse(readFileSync(file, 'utf8')));
    return texts.map(([key, text]) => ({ surface, language: basename(file, '.json'), key, text }));
  });

/** Wordings that nobody uses in that language, or that sound sure of what is not known; matched without case. */
const REFUSED: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /in range \{/,
    /answers of the latest/,
    /\bread again\b/,
    /not current/,
    /shown as read/,
    /supports the professional/,
    /nothing is known of risk/,
    /nothing to compare with yet/,
    /\d since previous/,
    /requests? was not answered|requests were not answered/,
    /analysis of the course/,
    /counts \{?\d?\w*\}?\)/,
    /cannot be told/,
    /once, at once/,
    /were applied/,
    /a second time/,
    /all the same/,
    /whoever/,
    /nobody else/,
    /as soon as/,
    /patient’s page/,
    /what the patient already has/,
    /of the library fits/,
    /\bmend/,
    /is none\b|that are none|is no (json|selector|field|regular|match|address)/,
    /i will look at it/,
    /being done|being told|being looked up/,
    /leave as it is/,
    /give (the|a|an) (name|day|date|whole|field|start|e-mail|address|further)/,
    /page on top/,
    /whole course|previous course/,
    /stand here|stand in (its|the) rows/,
    /\btell it\b|told:/,
    /on its way/,
    /meanwhile, so/,
    /\bapply (an|instrument|another|several|\{)/,
    /not permitted/,
    /lost on its way/,
  ],
  'pt-BR': [
    /na faixa \{/,
    /\bcursos?\b/,
    /respostas da última/,
    /ler de novo|leia de novo|lido em/,
    /apoia a atenção do profissional/,
    /mais alto é (pior|melhor)/,
    /quem gere|quem administra|quem mantém|quem cuida|quem o opera/,
    /nesse meio-tempo/,
    /código qr/,
    /não o entregue|a mais ninguém/,
    /em que sentido a escala/,
    /deixar como está/,
    /vou conferir/,
    /página do paciente/,
    /segunda vez mesmo assim/,
    /que não são cores/,
    /contar uma história|história contada/,
    /se perdeu no caminho/,
    /não é possível saber se|não se sabe se foi/,
  ],
  es: [
    /en el rango \{/,
    /\bcursos?\b/,
    /respuestas de la última/,
    /leer de nuevo|leído el/,
    /apoya la atención del profesional/,
    /más alto es peor/,
    /quien (gestiona|mantiene)/,
    /no se lo dé a nadie/,
    /página del paciente/,
    /por segunda vez/,
    /que no lo son/,
    /se perdió en el camino/,
    /no se puede saber/,
  ],
};

/** Names of messages that only a screen reader says, as the code gives them to `aria-label` and `announce`. */
const HEARD = new Set([
  'summary',
  'found',
  'noneFound',
  'copied',
  'copyFailed',
  'copyRefused',
  'shareFailed',
  'news',
  'idle',
  'unclear',
  'signInEnded',
]);
for (const file of globSync('{shared,extension,sandbox,widget}/**/*.{ts,tsx}')) {
  if (/node_modules|compiled|\.test\./.test(file)) continue;
  const named = /(?:aria-label['"]?(?:: |=)["{$]*|announce\()[\w.{$]*?\.(\w+)[(},"\s)]/g;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(named)) HEARD.add(name);
}

/** Whether a quotation is what a message can become; a placeholder stands for any text. */
function toPattern(tokens: readonly Token[]): string {
  const part = (token: Token): string => {
    if (token.type === 'content') return token.value.replace(/[\^$.*+?()[\]{}|]/g, '\\$&');
    return 'cases' in token ? `(?:${token.cases.map((one) => toPattern(one.tokens)).join('|')})` : '.+?';
  };
  return tokens.map(part).join('');
}

/** Texts in double quotes that begin with a capital, outside of code; a document quotes a screen or a heading like that. */
function quotationsIn(file: string): readonly string[] {
  const prose = readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`]*`/g, 'code');
  return prose.split(/\n\s*\n|\n[-|#]/).flatMap((paragraph) => {
    const found = paragraph
      .replace(/\s+/g, ' ')
      .matchAll(/(?<=^|[\s(])(?:"(\p{Lu}[^"]*)"|“(\p{Lu}[^”]*)”)(?=[\s.,;:)]|$)/gu);
    return [...found].map(([, straight, curly = '']) => straight ?? curly);
  });
}

/** The longest text that a message can become; a placeholder stands for two words, a name or a date. */
function longest(tokens: readonly Token[]): string {
  const part = (token: Token): string => {
    if (token.type === 'content') return token.value;
    if (!('cases' in token)) return 'Ana Lima';
    const said = token.cases.map((one) => longest(one.tokens));
    return said.toSorted((a, b) => countWords(b) - countWords(a))[0] ?? '';
  };
  return tokens.map(part).join('');
}

const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Words that say of two facts that one came from the other. */
const CAUSAL: Readonly<Record<string, RegExp>> = {
  en: /because|\bcaus|\bdue to\b|\bled to\b|\beffects?\b|\brespon(se|ds|ded) to\b|thanks to|result(s|ed)? (of|in|from)|\bworked\b/iu,
  'pt-BR': /porque|causa|causou|devido|efeito|graças|provoc|resultado d|respondeu ao?\b|levou a\b/iu,
  es: /porque|causa|causó|debido|efecto|gracias a|provoc|resultado d|respondió al?\b|llevó a\b/iu,
};
const SIDE_BY_SIDE =
  /^(shared\/(overview|explore|course(-(facts|short|terms))?|caseload(-first)?|export)|extension\/chart)$/;

describe('the words of every surface', () => {
  it.each(Object.keys(REFUSED))('use no wording that a reader would have to decode: %s', (language) => {
    const found = MESSAGES.filter((one) => one.language === language).flatMap(({ surface, key, text }) =>
      (REFUSED[language] ?? [])
        .filter((wording) => new RegExp(wording, 'iu').test(text))
        .map((wording) => `${surface} ${key}: ${text} (${wording.source})`),
    );
    expect(found.join('\n')).toBe('');
  });

  it('never say that one thing came from another where scores and treatment are side by side', () => {
    const near = MESSAGES.filter(({ surface }) => SIDE_BY_SIDE.test(surface));
    expect(new Set(near.map(({ surface }) => surface)).size).toBe(9);
    expect(near.filter(({ language, text }) => CAUSAL[language]?.test(text))).toEqual([]);
  });

  it('say what only a screen reader says in sentences of fewer than 15 words', () => {
    const heard = MESSAGES.filter(({ key }) => HEARD.has(key.split('.').at(-1) ?? ''));
    expect(heard.length).toBeGreaterThan(60);
    const long = heard.filter(({ text }) =>
      longest(parse(text))
        .split(/[.!?:] /)
        .some((sentence) => countWords(sentence) >= 15),
    );
    const said = long.map(({ surface, language, key, text }) => `${surface} ${language} ${key}: ${text}`);
    expect(said.join('\n')).toBe('');
  });

  it('are there for every text of a screen that a document quotes', () => {
    const documents = globSync('{*.md,{docs,extension,proxy,sandbox,shared,test,widget,examples}/**/*.md}', {
      exclude: (name) => /node_modules|store$/.test(name),
    });
    const headings = documents.flatMap((file) => readFileSync(file, 'utf8').match(/^#+ .+$/gm) ?? []);
    const patterns = MESSAGES.filter(({ language }) => language === 'en').flatMap(({ text }) => {
      const tokens = parse(text);
      const isText = tokens.some((token) => token.type === 'content' && /\p{L}/u.test(token.value));
      return isText ? [new RegExp(`^${toPattern(tokens)}$`, 'iu')] : [];
    });
    const quoted = documents
      // Those quote titles of tests, which another test looks up, and what a developer wrote by mistake.
      .filter((file) => !/security|mistakes/.test(file))
      .flatMap((file) => quotationsIn(file).map((text) => ({ file, text })));
    expect(quoted.length).toBeGreaterThan(5);
    const unknown = quoted.filter(
      ({ text }) =>
        !headings.some((heading) => heading.endsWith(` ${text}`)) &&
        !patterns.some((pattern) => pattern.test(text)),
    );
    expect(unknown.map(({ file, text }) => `${file}: "${text}"`)).toEqual([]);
  });

  it('are translated: no file of another language is a copy of the English one', () => {
    const inEnglish = new Map(
      MESSAGES.filter(({ language }) => language === 'en').map(({ surface, key, text }) => [
        `${surface} ${key}`,
        text,
      ]),
    );
    // A single word may be the same in two languages.
    const sentences = MESSAGES.filter(({ language, text }) => language !== 'en' && countWords(text) > 3);
    const files = Map.groupBy(sentences, ({ surface, language }) => `${surface}/${language}`);
    expect(files.size).toBeGreaterThan(30);
    const copied = [...files].filter(
      ([, all]) =>
        all.filter(({ surface, key, text }) => inEnglish.get(`${surface} ${key}`) === text).length >
        all.length / 2,
    );
    expect(copied.map(([file]) => file)).toEqual([]);
  });

  it('name a language as the list of languages does', () => {
    const list: Readonly<Record<string, { readonly name: string }>> = JSON.parse(
      readFileSync('shared/words/languages.json', 'utf8'),
    );
    const named = MESSAGES.filter(({ key }) => key === 'languageName');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ language, text }) => !list[language]?.name.startsWith(text))).toEqual([]);
  });

  it('names a button in two words, besides what it acts on', () => {
    const buttons = [
      'retry',
      'refresh',
      'cancel',
      'checkAgain',
      'tryAgain',
      'readAgain',
      'copy',
      'share',
      'open',
    ];
    const long = MESSAGES.filter(({ language, key }) => language === 'en' && buttons.includes(key))
      .filter(({ text }) => countWords(text.replace(/\{\w+\}/g, '')) > 2)
      .map(({ surface, key, text }) => `${surface} ${key}: ${text}`);
    expect(long.join('\n')).toBe('');
  });
});
