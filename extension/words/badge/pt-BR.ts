import type { BadgeWords } from './words.ts';

export const ptBR: BadgeWords = {
  idle: 'instrument-panel: escores do paciente nesta aba',
  news: (answers, risks, unknown) =>
    [
      `instrument-panel: ${answers === 1 ? '1 resposta nova' : `${answers} respostas novas`} desde a última vez que você olhou`,
      risks === 0 ? '' : risks === 1 ? ', 1 delas com alto risco' : `, ${risks} delas com alto risco`,
      unknown === 0 ? '' : `; de ${unknown} ainda não se sabe se há alto risco`,
    ].join(''),
  unclear: 'instrument-panel: não está claro de quem é este prontuário; por isso nada é mostrado',
  signInEnded: 'instrument-panel: seu acesso terminou; abra para entrar de novo',
};
