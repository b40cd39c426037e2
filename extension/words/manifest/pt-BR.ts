import type { ManifestWords } from './words.ts';

export const ptBR: ManifestWords = {
  description: 'Escores relatados pelo paciente ao lado do nome dele, dentro do prontuário que você já usa.',
  actionTitle: 'instrument-panel: escores do paciente desta aba',
  commandToggle: 'Abrir ou fechar o painel no prontuário do paciente',
  sidePanelTitle: 'instrument-panel',
};
