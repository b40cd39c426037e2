import type { Action } from '@instrument-panel/client/contract';

/**
 * The words of the sign-in's pages. They stand here, since the proxy imports nothing of shared/locale: it is
 * deployed on its own, and these are its only words for people.
 */
export interface PageWords {
  readonly lang: string;
  readonly title: (client: string) => string;
  readonly asks: (client: string) => string;
  readonly may: string;
  readonly actions: Readonly<Record<Action, string>>;
  readonly whose: (patients: number | null) => string;
  readonly lasts: (minutes: number) => string;
  readonly own: string;
  readonly back: (address: string) => string;
  readonly allow: string;
  readonly deny: string;
  /** Title and sentence of each page that ends the sign-in. */
  readonly ends: Readonly<Record<PageEnd, readonly [title: string, sentence: string]>>;
}

/** Why the sign-in ends on a page instead of going back to the client. */
export type PageEnd = 'client' | 'redirect' | 'signed-out' | 'too-old' | 'forged' | 'other-person';

const en: PageWords = {
  lang: 'en',
  title: (client) => `Allow ${client}?`,
  asks: (client) => `${client} asks for access to clinical data in your name.`,
  may: 'It will be able to:',
  actions: {
    read: 'read applications, answers, scores and risk flags',
    apply: 'apply instruments, and change or end their applications',
    patients: 'register patients and change their data',
    erase: 'permanently delete answered questionnaires',
    recommend: 'ask which instruments suit a case',
    account: 'link and unlink professionals’ accounts',
  },
  whose: (patients) => {
    if (patients === null) return 'This covers all of your patients.';
    return patients === 1 ? 'This covers one patient only.' : `This covers ${patients} patients only.`;
  },
  lasts: (minutes) =>
    `Each access ends after ${minutes} minutes and is renewed only while you are signed in.`,
  own: 'Allow it only if you have just started this yourself.',
  back: (address) => `Either way you go back to ${address}`,
  allow: 'Allow',
  deny: 'Do not allow',
  ends: {
    client: [
      'Unknown program',
      'The program that sent you here is not known. Ask the operator of this service.',
    ],
    redirect: [
      'Address not allowed',
      'The address to which you would go back is not one of the program’s. Nothing was sent there. Ask the operator of this service.',
    ],
    'signed-out': ['You are not signed in', 'Sign in to your system first, then start again.'],
    'too-old': ['This page is too old', 'It was open for too long, or was answered already. Start again.'],
    forged: ['That did not come from this page', 'Nothing was allowed. If you meant to do it, start again.'],
    'other-person': [
      'Somebody else has signed in',
      'The person signed in is not the one to whom this page was shown. Nothing was allowed. Start again.',
    ],
  },
};

const ptBR: PageWords = {
  lang: 'pt-BR',
  title: (client) => `Permitir o acesso de ${client}?`,
  asks: (client) => `${client} pede acesso a dados clínicos em seu nome.`,
  may: 'Com isso, poderá:',
  actions: {
    read: 'ler aplicações, respostas, escores e sinais de risco',
    apply: 'aplicar instrumentos e alterar ou encerrar suas aplicações',
    patients: 'cadastrar pacientes e alterar seus dados',
    erase: 'excluir definitivamente questionários respondidos',
    recommend: 'perguntar quais instrumentos são adequados a um caso',
    account: 'vincular e desvincular contas de profissionais',
  },
  whose: (patients) => {
    if (patients === null) return 'A permissão abrange todos os seus pacientes.';
    return patients === 1
      ? 'A permissão abrange apenas um paciente.'
      : `A permissão abrange apenas ${patients} pacientes.`;
  },
  lasts: (minutes) =>
    `Cada acesso termina após ${minutes} minutos e só é renovado enquanto a sua sessão estiver aberta.`,
  own: 'Permita somente se foi você quem acabou de iniciar este pedido.',
  back: (address) => `Em qualquer caso, você voltará para ${address}`,
  allow: 'Permitir',
  deny: 'Não permitir',
  ends: {
    client: [
      'Programa desconhecido',
      'O programa que trouxe você até aqui não é conhecido. Fale com o responsável por este serviço.',
    ],
    redirect: [
      'Endereço não permitido',
      'O endereço para o qual você voltaria não pertence ao programa. Nada foi enviado para lá. Fale com o responsável por este serviço.',
    ],
    'signed-out': ['Você não está conectado', 'Entre primeiro no seu sistema e depois comece de novo.'],
    'too-old': [
      'Esta página expirou',
      'Ela ficou aberta por tempo demais ou já foi respondida. Comece de novo.',
    ],
    forged: [
      'O pedido não veio desta página',
      'Nada foi permitido. Se essa era a sua intenção, comece de novo.',
    ],
    'other-person': [
      'Outra pessoa entrou no sistema',
      'Quem está conectado agora não é a pessoa a quem esta página foi mostrada. Nada foi permitido. Comece de novo.',
    ],
  },
};

/** The words for an Accept-Language: the first language in it that is known, else English. */
export function wordsFor(accepted: string | undefined): PageWords {
  for (const tag of (accepted ?? '').split(',')) {
    const language = tag.trim().toLowerCase().split(/[-;]/)[0];
    if (language === 'en') return en;
    if (language === 'pt') return ptBR;
  }
  return en;
}
