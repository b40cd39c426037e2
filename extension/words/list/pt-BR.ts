import type { ListWords } from './words.ts';

export const ptBR: ListWords = {
  reading: 'Carregando o escore',
  unlinked: 'Sem vínculo com o serviço: não há escores.',
  disagrees:
    'A linha e o cadastro do serviço se contradizem; por isso nada é mostrado. Abra o prontuário para conferir o vínculo.',
  unread: 'Não foi possível ler de quem é esta linha; por isso nada é mostrado.',
  failed: 'Não foi possível ler os escores desta lista. Haverá nova tentativa.',
  signedOut:
    'Entre para ver os escores desta lista: clique aqui ou no ícone da extensão na barra de ferramentas.',
  short: {
    unlinked: 'sem vínculo',
    disagrees: 'não mostrado',
    unread: 'não lido',
    failed: 'não carregado',
    signedOut: 'entrar',
    unscored: (title) => `${title} sem escore total`.trim(),
  },
  of: (instrument, sentence) => `${instrument}: ${sentence}`,
  mark: 'Escores',
};
