import { defineInstrument } from '../define.ts';

/** PHQ-15: 15 items of 0 to 2, total 0 to 30. Kroenke, Spitzer and Williams (2002), Psychosom Med 64: 258-266. */
export const phq15 = defineInstrument({
  id: '47a9c0d6-e2b1-4f38-9d5c-8b7e1f6a3c20',
  series: 4,
  shortTitle: 'PHQ-15',
  title: [
    'Patient Health Questionnaire, physical symptoms',
    'Questionário de Saúde do Paciente, sintomas físicos',
  ],
  description: [
    'Severity of physical symptoms over four weeks.',
    'Gravidade de sintomas físicos em quatro semanas.',
  ],
  instruction: [
    'Sum of fifteen items from 0 to 2, total 0 to 30. The item on menstruation counts 0 where it does not apply.',
    'Soma de quinze itens de 0 a 2, total de 0 a 30. O item sobre menstruação conta 0 quando não se aplica.',
  ],
  patientInstruction: [
    'Over the last four weeks, how much did each of these bother you? Where one does not apply to you, choose “Not bothered”.',
    'Nas últimas quatro semanas, quanto cada um destes sintomas incomodou você? Quando um deles não se aplicar, escolha “Não incomodou”.',
  ],
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2002). The PHQ-15: validity of a new measure for evaluating the severity of somatic symptoms. Psychosom Med 64(2): 258-266.',
  tags: ['SOMATIC'],
  ranges: [
    [0, 4, 'Minimal', 'Mínima', 'calm'],
    [5, 9, 'Low', 'Baixa', 'mild'],
    [10, 14, 'Medium', 'Média', 'moderate'],
    [15, 30, 'High', 'Alta', 'severe'],
  ],
  options: [
    ['Not bothered', 'Não incomodou'],
    ['Bothered a little', 'Incomodou um pouco'],
    ['Bothered a lot', 'Incomodou muito'],
  ],
  items: [
    ['Pain in the abdomen', 'Dor no abdômen'],
    ['Back pain', 'Dor nas costas'],
    ['Pain in limbs or joints', 'Dor em braços, pernas ou articulações'],
    ['Menstrual discomfort, if you menstruate', 'Desconforto menstrual, se você menstrua'],
    ['Headaches', 'Dor de cabeça'],
    ['Pain in the chest', 'Dor no peito'],
    ['Dizzy spells', 'Tontura'],
    ['Fainting', 'Desmaio'],
    ['A pounding or fast heartbeat', 'Coração batendo forte ou acelerado'],
    ['Breathlessness', 'Falta de ar'],
    ['Pain or difficulty during sex', 'Dor ou dificuldade na relação sexual'],
    ['Constipation or diarrhoea', 'Prisão de ventre ou diarreia'],
    ['Nausea or indigestion', 'Enjoo ou má digestão'],
    ['Tiredness', 'Cansaço'],
    ['Poor sleep', 'Sono ruim'],
  ],
});
