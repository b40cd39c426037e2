import type { SurfaceWords } from './words.ts';

export const ptBR: SurfaceWords = {
  lang: 'pt-BR',
  formats: 'pt-BR',
  product: 'instrument-panel',
  loading: 'Carregando',
  retry: 'Tentar novamente',
  refresh: 'Ler de novo',
  cancel: 'Cancelar',
  connecting: 'Conectando',
  gone: {
    title: 'Esta página é de uma versão anterior da extensão',
    advice: 'A extensão foi atualizada ou reiniciada. Feche esta página e abra-a de novo.',
  },
  problems: {
    stale: 'O paciente da página mudou nesse meio-tempo; por isso nada dele é mostrado.',
    lost: 'A extensão foi interrompida antes de a resposta chegar. Tente novamente.',
    offline: 'Este dispositivo está sem conexão. Conecte-o e tente novamente.',
    'signed-out': 'Você não está conectado, ou sua sessão terminou. Entre e tente novamente.',
    'not-linked': 'Este paciente do seu sistema ainda não está vinculado a um paciente do serviço.',
    disagrees:
      'O que a página diz do paciente e o cadastro do serviço se contradizem; por isso nada é mostrado. Corrija o que estiver errado.',
    unconfirmed:
      'Além do número de prontuário, a página não traz nada que possa ser comparado com o cadastro do serviço; por isso nada foi enviado. Abra a página em que constam o nome ou a data de nascimento.',
    changed:
      'A página foi lida de novo logo antes do envio e já não mostrava o mesmo paciente. Nada foi enviado.',
    invalid: 'Algo que foi preenchido não pode ser enviado assim. Confira os campos.',
    forbidden: 'Você não tem permissão para isso. Fale com quem administra os acessos.',
    'not-found': 'Não foi encontrado no serviço. Pode ter sido excluído.',
    mismatch: 'A resposta era sobre outro paciente ou instrumento; por isso nada dela é usado.',
    unreadable: 'Não foi possível ler a resposta. Tente novamente; se persistir, avise o suporte.',
    network: 'Não foi possível acessar o serviço. Verifique a conexão e tente novamente.',
    busy: 'O serviço está recebendo solicitações demais. Aguarde um momento e tente novamente.',
    service: 'O serviço não está funcionando no momento. Tente novamente em alguns minutos.',
    refused: 'O serviço não aceitou. Confira o que foi preenchido e tente novamente.',
    state: 'O serviço não aceita isso no estado atual. Leia de novo e então decida.',
    'unknown-outcome':
      'A resposta se perdeu; não é possível saber se foi feito. Leia de novo e confira antes de repetir.',
    ambiguous:
      'Mais de um paciente do serviço corresponde. Informe mais um identificador ou corrija os cadastros para que se distingam.',
    gone: 'O paciente vinculado a este número de prontuário já não existe no serviço. Desfaça o vínculo e depois vincule ou cadastre de novo.',
    'other-key':
      'O paciente correspondente está vinculado a outro número de prontuário. Se os dois forem a mesma pessoa, desfaça antes o outro vínculo; se forem duas, cadastre esta.',
    registering: 'Um cadastro deste paciente está em andamento. Tente novamente em instantes.',
    'mapping-off': 'Este proxy não mantém vínculos entre pacientes. Fale com quem o opera.',
    'not-in-plan': 'O plano do profissional não inclui isso.',
  },
  trace: (id) => `Número para o suporte: ${id}`,
  notCurrent: (moment) => `Desatualizado: mostrado como lido em ${moment}.`,
  unreadable: (count) =>
    count === 1
      ? '1 item enviado pelo serviço não pôde ser lido e não é mostrado.'
      : `${count} itens enviados pelo serviço não puderam ser lidos e não são mostrados.`,
  signIn: 'Entrar',
  signingIn: 'Entrando: continue na janela que se abriu',
  signInCancelled: 'A janela foi fechada antes de você entrar.',
  enable: (site) => `Ativar em ${site}`,
  enableRefused:
    'O navegador não foi autorizado a deixar a extensão entrar neste site; ela continua desativada.',
  openSide: 'Abrir o painel lateral',
  options: 'Opções',
  identifiers: {
    key: 'número de prontuário',
    name: 'nome',
    birthday: 'data de nascimento',
    email: 'e-mail',
    phone: 'telefone',
  },
  pageTypes: {
    chart: 'prontuário de um paciente',
    list: 'lista de pacientes',
    none: 'página sem paciente',
  },
  reasons: {
    'no-page': {
      title: 'Nenhuma página para examinar',
      advice:
        'Esta é uma página do próprio navegador, ou uma que a extensão não pode ver. Vá ao seu prontuário eletrônico.',
    },
    'no-profile': {
      title: 'Não há perfil para este site',
      advice:
        'A extensão não sabe como este site mostra um paciente. Adicione o perfil dele nas opções ou fale com quem cuida disso na sua organização.',
    },
    'not-granted': {
      title: 'Não ativada neste site',
      advice: 'Ainda não se pediu ao navegador que deixe a extensão entrar neste site. Ative-a acima.',
    },
    'switched-off': {
      title: 'Desativada neste site',
      advice: 'Ela foi desativada aqui. Ative-a novamente acima.',
    },
    'not-running': {
      title: 'Recarregue esta página',
      advice: 'Ela foi aberta antes de a extensão ser ativada aqui e nada mostra até ser carregada de novo.',
    },
    'signed-out': {
      title: 'Você não está conectado',
      advice: 'Entre para ver os escores. O paciente da página é então comparado com o cadastro do serviço.',
    },
    'signing-in': { title: 'Entrando', advice: 'Continue na janela que se abriu.' },
    'sign-in-ended': { title: 'Sua sessão terminou', advice: 'Entre novamente para continuar.' },
    'sign-in-interrupted': {
      title: 'A entrada foi interrompida',
      advice:
        'O navegador encerrou a extensão enquanto a janela de entrada estava aberta. Entre mais uma vez.',
    },
    'sign-in-unavailable': {
      title: 'Não é possível entrar agora',
      advice:
        'O proxy deste site não responde ou não oferece entrada. Verifique a conexão; se persistir, fale com quem o opera.',
    },
    'no-patient-page': {
      title: 'Esta página não mostra um paciente',
      advice:
        'Abra o prontuário de um paciente. A biblioteca e as recomendações estão no painel lateral mesmo assim.',
    },
    'list-page': {
      title: 'Esta página é uma lista de pacientes',
      advice: 'Os escores aparecem nas linhas. Abra um prontuário para ver o restante.',
    },
    settling: {
      title: 'A página está mudando',
      advice: 'Assim que toda ela mostrar o mesmo paciente, a extensão também o mostrará.',
    },
    'gap-missing': {
      title: 'Não é possível ler na página quem é o paciente',
      advice:
        'Algo que identifica o paciente não está na página. Espere que ela carregue ou recarregue-a. Se continuar assim, o site mudou e o perfil precisa ser corrigido.',
    },
    'gap-unreadable': {
      title: 'Não é possível ler na página quem é o paciente',
      advice:
        'O que está no lugar do nome do paciente tem outra forma que a esperada. Se continuar assim, o perfil do site precisa ser corrigido.',
    },
    'gap-selector': {
      title: 'O perfil deste site tem um erro',
      advice: 'Um dos seletores dele não é válido. Experimente-o no verificador das opções e corrija-o.',
    },
    'gap-disagree': {
      title: 'A página se contradiz',
      advice:
        'Dois lugares da página indicam pacientes diferentes; por isso nada é mostrado. Espere ou abra o prontuário de novo.',
    },
    'gap-place': {
      title: 'Não há lugar para um painel',
      advice: 'O lugar do painel não está nesta página ou não está visível. Use o painel lateral.',
    },
    'frames-disagree': {
      title: 'Partes da página indicam pacientes diferentes',
      advice: 'Nada é mostrado até que concordem. Espere que a página carregue ou abra o prontuário de novo.',
    },
    'no-key': {
      title: 'Não há número de prontuário na página',
      advice:
        'Nada na página traz o número pelo qual seu sistema conhece o paciente, e ninguém é procurado só pelo nome. Abra o próprio prontuário.',
    },
    'no-place': {
      title: 'O paciente foi reconhecido, mas aqui não há lugar para um painel',
      advice: 'Nesta página, use o painel lateral.',
    },
    'faulty-profiles': {
      title: 'Perfis com erros',
      advice: 'Ao menos um perfil não pode ser lido e não é usado. As opções dizem qual campo está errado.',
    },
  },
  sources: {
    package: 'veio com a extensão',
    managed: 'definido pela sua organização',
    proxy: 'do proxy',
    own: 'adicionado por você',
  },
  signInStates: {
    'signed-out': 'não conectado',
    'signing-in': 'entrando',
    'signed-in': 'conectado',
    ended: 'sessão encerrada',
    interrupted: 'entrada interrompida',
    unavailable: 'entrada indisponível',
  },
  unnamed: 'paciente sem nome registrado',
  born: (date) => `nasc. ${date}`,
  bornUnknown: 'data de nascimento não registrada',
};
