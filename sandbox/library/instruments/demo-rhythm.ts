import { defineInstrument } from '../define.ts';

/**
 * An invented scale, which rests on no paper and measures nothing proven. It sends no `scoreDirection`, so that
 * whoever shows a score has to cope with a direction that is unknown. 6 items of 0 to 4, total 0 to 24.
 */
export const demoRhythm = defineInstrument({
  id: '5c80d3b1-9e6f-4a27-8d42-e0b5f7c91a68',
  series: 9,
  shortTitle: 'DEMO-6',
  title: [
    'Invented weekly rhythm scale (demonstration)',
    'Escala inventada do ritmo da semana (demonstração)',
  ],
  description: [
    'Invented for demonstration: it rests on no study, must not be used with patients, and says nothing of whether a higher score is better or worse.',
    'Inventada para demonstração: não se apoia em nenhum estudo, não deve ser usada com pacientes e não diz se uma pontuação maior é melhor ou pior.',
  ],
  instruction: [
    'Invented. Sum of six items from 0 to 4, total 0 to 24; its direction is unknown.',
    'Inventada. Soma de seis itens de 0 a 4, total de 0 a 24; a direção é desconhecida.',
  ],
  patientInstruction: [
    'How well does each sentence describe your last week?',
    'Quanto cada frase descreve a sua última semana?',
  ],
  references: 'None: invented for this sandbox.',
  invented: true,
  tags: ['DEMONSTRATION'],
  direction: null,
  ranges: [
    [0, 8, 'Lower third', 'Terço inferior', 'neutral'],
    [9, 16, 'Middle third', 'Terço médio', 'mild'],
    [17, 24, 'Upper third', 'Terço superior', 'extreme'],
  ],
  options: [
    ['Not at all like my week', 'Nada a ver com a minha semana'],
    ['A little like my week', 'Um pouco como a minha semana'],
    ['Partly like my week', 'Em parte como a minha semana'],
    ['Much like my week', 'Bem como a minha semana'],
    ['Exactly like my week', 'Exatamente como a minha semana'],
  ],
  items: [
    ['My mornings began at the same hour', 'Minhas manhãs começaram na mesma hora'],
    ['I ate at regular times', 'Comi em horários regulares'],
    ['I saw the same people', 'Vi as mesmas pessoas'],
    ['My days resembled one another', 'Meus dias foram parecidos entre si'],
    ['I went out at the usual hours', 'Saí nos horários de costume'],
    ['My evenings followed a pattern', 'Minhas noites seguiram um padrão'],
  ],
});
