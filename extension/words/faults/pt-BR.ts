import type { FaultWords } from './words.ts';

export const ptBR: FaultWords = {
  missing: 'está faltando',
  is: (given) => `é ${given}`,
  accepted: 'aceita-se',
  oneOf: 'um destes:',
  types: {
    string: 'texto entre aspas',
    number: 'um número',
    int: 'um número inteiro',
    boolean: 'true ou false',
    array: 'uma lista em […]',
    object: 'um objeto em {…}',
  },
  bounds: {
    most: (limit) => `no máximo ${limit}`,
    least: (limit) => `no mínimo ${limit}`,
    more: (limit) => `mais que ${limit}`,
  },
  units: { characters: 'caracteres', entries: 'itens' },
  json: (detail) => `não é JSON (${detail})`,
  unknownField: 'não é um campo de perfil neste lugar; os campos estão em docs/profiles.md',
  form: 'uma das formas em docs/profiles.md',
  id: 'letras minúsculas, algarismos e "-", como "clinica-oeste"',
  checks: {
    proxy: () =>
      'não é o endereço de um proxy; aceita-se https (http em localhost), um host e um caminho, como https://proxy.clinica.example',
    matchShape: () =>
      'não é um padrão de endereço; aceita-se um esquema, um host e um caminho, como https://prontuario.example/* ou https://*.prontuario.example:8443/app/*',
    everySite: () => 'são todos os sites que existem; escreva o host, como https://prontuario.example/*',
    topLevel: () => 'é um domínio de topo inteiro; escreva o host, como https://*.prontuario.example/*',
    host: () => 'tem um host que não existe',
    https: () =>
      'não é https; http só é aceito para localhost e 127.0.0.1, pois no caminho qualquer um poderia alterar a página',
    port: () => 'tem uma porta acima de 65535',
    regex: (detail) => `não é uma expressão regular com a flag u (${detail})`,
    backReference: () =>
      'refere-se de volta a um grupo, o que pode ocupar a página sem fim; escreva o que se espera no lugar',
    flags: () => 'muda suas flags no meio; escreva as duas formas, como em [Mm]',
    nested: () =>
      'repete um grupo que já repete ou escolhe, como em (a+)+, o que pode ocupar a página sem fim; escreva uma só classe de caracteres repetida, como em [a-z ]+',
    overlap: (most) =>
      `repete os mesmos caracteres sem fim em mais de ${most} lugares, como em .*.*.*; diga com mais exatidão o que fica entre eles`,
  },
  notItsOwn: (from) => `mas o documento é de ${from ?? 'ninguém'}; um proxy fala apenas por si`,
  taken: (id) => `é diferente do proxy do perfil "${id}", que já está aqui; um proxy fala apenas por si`,
};
