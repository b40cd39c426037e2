export { en } from './en.ts';
export { ptBR } from './pt-BR.ts';
export type { ManifestWords } from './words.ts';
