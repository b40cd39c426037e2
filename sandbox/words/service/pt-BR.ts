import type { SandboxWords } from './words.ts';

export const ptBR: SandboxWords = {
  lang: 'pt-BR',

  requestToAnswer: (patient, professional, title) =>
    title === null
      ? `Olá, ${patient}. ${professional} solicita que você responda a um questionário. Abra o link para responder.`
      : `Olá, ${patient}. ${professional} solicita que você responda a um questionário: ${title}. Abra o link para responder.`,
  accountLink: (professional, partner) =>
    `Olá, ${professional}. A plataforma “${partner}” solicita o vínculo com a sua conta. Abra o link para ver a solicitação e aprová-la. Se você não esperava esta mensagem, não faça nada: sem a sua aprovação, nada muda.`,

  link: {
    title: (partner) => `A plataforma “${partner}” solicita o vínculo com a sua conta`,
    account: (name, email) => `Sua conta: ${name}, ${email}`,
    consequence:
      'Depois de vinculada, ela pode cadastrar pacientes seus, aplicar instrumentos em seu nome e ler as respostas e as pontuações dos seus pacientes, inclusive os que já existem.',
    notYou: 'Se você não esperava esta solicitação, feche esta página. Sem a sua aprovação, nada muda.',
    approve: (partner) => `Vincular minha conta a “${partner}”`,
    approvedTitle: 'Sua conta foi vinculada',
    approved: (partner) =>
      `A plataforma “${partner}” já pode trabalhar com a sua conta. Você pode fechar esta página.`,
    usedTitle: 'Esta solicitação já foi aprovada',
    used: 'O link funciona uma única vez. Não há mais nada a fazer aqui.',
    unknownTitle: 'Este link não é válido',
    unknown:
      'Verifique se o endereço foi copiado por inteiro ou peça à plataforma que envie uma nova solicitação.',
    methodTitle: 'Esta página não pode fazer isso',
    method: 'Abra o link no navegador para ver a solicitação.',
    demonstration: 'Esta é uma demonstração: a conta, a plataforma e os pacientes são inventados.',
  },

  recommendation: {
    simulated:
      'Simulação: este sandbox conta palavras do caso. Ele não compreende nenhuma delas, nem mesmo uma negação.',
    suggests: (shortTitle, title, topics) =>
      topics.length === 0
        ? `${shortTitle} (${title}): citado no caso.`
        : `${shortTitle} (${title}): o caso traz palavras sobre ${topics.join(', ')}.`,
    nothing: 'Nenhuma palavra do caso aponta para um instrumento da biblioteca.',
    risk: 'O caso traz palavras sobre morte ou autolesão: avalie o risco diretamente; nenhum questionário substitui essa avaliação.',
    judgment: 'Apoia a escolha e não substitui o julgamento clínico.',
    apply: (shortTitle) => `Aplicar ${shortTitle}`,
  },

  sheet: {
    forProfessional: (instruction) => `Para o profissional: ${instruction}`,
    questions: 'Perguntas',
    option: (text, weight) => `( ) ${text} (${weight})`,
    ranges: 'Faixas de pontuação',
    total: 'Pontuação total',
    range: (title, min, max) => `${min ?? '…'} a ${max ?? '…'}: ${title}`,
    references: 'Referências',
    footer: (shortTitle, page, pages) => `${shortTitle}, demonstração – página ${page} de ${pages}`,
  },
};
