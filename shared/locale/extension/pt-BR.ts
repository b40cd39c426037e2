import type { ExtensionMessages } from './messages.ts';

export const ptBR: ExtensionMessages = {
  description:
    'Escores relatados pelo paciente ao lado do nome dele, dentro do seu prontuário. Esta versão ainda não mostra painéis.',
  notYetTitle: 'instrument-panel: nenhum painel nesta versão',
  notYet:
    'Esta versão carrega, mas não mostra nada em página alguma: os painéis para páginas de prontuário ainda não foram construídos.',
  meanwhile:
    'Ela não pede acesso a nenhum site, não lê páginas e não envia nada. O elemento <instrument-panel> já funciona.',
};
