import { COLORS, choices, numbered, PARAPHRASED, ranges, SOMATIC, words } from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';

const BOTHERED = [
  words('Not bothered', 'Não incomodou'),
  words('Bothered a little', 'Incomodou um pouco'),
  words('Bothered a lot', 'Incomodou muito'),
];

/** PHQ-15: 15 items of 0 to 2, total 0 to 30. Kroenke, Spitzer and Williams (2002), Psychosom Med 64: 258-266. */
export const phq15: InstrumentDefinition = {
  id: '47a9c0d6-e2b1-4f38-9d5c-8b7e1f6a3c20',
  shortTitle: 'PHQ-15',
  title: words(
    'Patient Health Questionnaire, physical symptoms',
    'Questionário de Saúde do Paciente, sintomas físicos',
  ),
  description: words(
    `Severity of physical symptoms over four weeks. ${PARAPHRASED.en}`,
    `Gravidade de sintomas físicos em quatro semanas. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of fifteen items from 0 to 2, total 0 to 30. The item on menstruation counts 0 where it does not apply.',
    'Soma de quinze itens de 0 a 2, total de 0 a 30. O item sobre menstruação conta 0 quando não se aplica.',
  ),
  patientInstruction: words(
    'Over the last four weeks, how much did each of these bother you? Where one does not apply to you, choose “Not bothered”.',
    'Nas últimas quatro semanas, quanto cada um destes sintomas incomodou você? Quando um deles não se aplicar, escolha “Não incomodou”.',
  ),
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2002). The PHQ-15: validity of a new measure for evaluating the severity of somatic symptoms. Psychosom Med 64(2): 258-266.',
  developerReferences: null,
  invented: false,
  tags: [SOMATIC.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(450, [
    [0, 4, words('Minimal', 'Mínima'), COLORS.calm],
    [5, 9, words('Low', 'Baixa'), COLORS.mild],
    [10, 14, words('Medium', 'Média'), COLORS.moderate],
    [15, 30, words('High', 'Alta'), COLORS.severe],
  ]),
  subscales: [],
  questions: numbered(4, 'PHQ15', choices(BOTHERED), [
    { text: words('Pain in the abdomen', 'Dor no abdômen') },
    { text: words('Back pain', 'Dor nas costas') },
    { text: words('Pain in limbs or joints', 'Dor em braços, pernas ou articulações') },
    { text: words('Menstrual discomfort, if you menstruate', 'Desconforto menstrual, se você menstrua') },
    { text: words('Headaches', 'Dor de cabeça') },
    { text: words('Pain in the chest', 'Dor no peito') },
    { text: words('Dizzy spells', 'Tontura') },
    { text: words('Fainting', 'Desmaio') },
    { text: words('A pounding or fast heartbeat', 'Coração batendo forte ou acelerado') },
    { text: words('Breathlessness', 'Falta de ar') },
    { text: words('Pain or difficulty during sex', 'Dor ou dificuldade na relação sexual') },
    { text: words('Constipation or diarrhoea', 'Prisão de ventre ou diarreia') },
    { text: words('Nausea or indigestion', 'Enjoo ou má digestão') },
    { text: words('Tiredness', 'Cansaço') },
    { text: words('Poor sleep', 'Sono ruim') },
  ]),
};
