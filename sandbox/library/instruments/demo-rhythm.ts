import { COLORS, choices, DEMONSTRATION, numbered, ranges, words } from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';

const AGREEMENT = [
  words('Not at all like my week', 'Nada a ver com a minha semana'),
  words('A little like my week', 'Um pouco como a minha semana'),
  words('Partly like my week', 'Em parte como a minha semana'),
  words('Much like my week', 'Bem como a minha semana'),
  words('Exactly like my week', 'Exatamente como a minha semana'),
];

/**
 * An invented scale, which rests on no paper and measures nothing proven. It sends no `scoreDirection`, so that
 * whoever shows a score has to cope with a direction that is unknown. 6 items of 0 to 4, total 0 to 24.
 */
export const demoRhythm: InstrumentDefinition = {
  id: '5c80d3b1-9e6f-4a27-8d42-e0b5f7c91a68',
  shortTitle: 'DEMO-6',
  title: words(
    'Invented weekly rhythm scale (demonstration)',
    'Escala inventada do ritmo da semana (demonstração)',
  ),
  description: words(
    'Invented for demonstration: it rests on no study, must not be used with patients, and says nothing of whether a higher score is better or worse.',
    'Inventada para demonstração: não se apoia em nenhum estudo, não deve ser usada com pacientes e não diz se uma pontuação maior é melhor ou pior.',
  ),
  instruction: words(
    'Invented. Sum of six items from 0 to 4, total 0 to 24; its direction is unknown.',
    'Inventada. Soma de seis itens de 0 a 4, total de 0 a 24; a direção é desconhecida.',
  ),
  patientInstruction: words(
    'How well does each sentence describe your last week?',
    'Quanto cada frase descreve a sua última semana?',
  ),
  references: 'None: invented for this sandbox.',
  developerReferences: null,
  invented: true,
  tags: [DEMONSTRATION.id],
  hasGlobalScore: true,
  direction: null,
  ranges: ranges(950, [
    [0, 8, words('Lower third', 'Terço inferior'), COLORS.neutral],
    [9, 16, words('Middle third', 'Terço médio'), COLORS.mild],
    [17, 24, words('Upper third', 'Terço superior'), COLORS.extreme],
  ]),
  subscales: [],
  questions: numbered(9, 'DEMO6', choices(AGREEMENT), [
    { text: words('My mornings began at the same hour', 'Minhas manhãs começaram na mesma hora') },
    { text: words('I ate at regular times', 'Comi em horários regulares') },
    { text: words('I saw the same people', 'Vi as mesmas pessoas') },
    { text: words('My days resembled one another', 'Meus dias foram parecidos entre si') },
    { text: words('I went out at the usual hours', 'Saí nos horários de costume') },
    { text: words('My evenings followed a pattern', 'Minhas noites seguiram um padrão') },
  ]),
};
