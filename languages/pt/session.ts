import type { TextsOf } from '../translate.ts';

export default {
  notLoggedIn: 'Você não fez login',
  notFoundHint: 'Não há nenhuma página nesta URL. Verifique se ela está completa.',
  ended: 'Sua sessão terminou',
  endedHint: 'Entre de novo para continuar. Você voltará a esta página.',
  logInAgain: 'Entrar de novo',
  yourAccount: 'Sua conta',
  loggedInAs: 'Você entrou como',
  tookTooLong: 'O login demorou demais ou foi aberto em outra aba.',
  maybeStillLoggedIn: 'Talvez sua sessão ainda esteja aberta: não foi possível acessar o serviço.',
  unreachable: 'Não foi possível acessar o serviço. Verifique sua conexão.',
  failed: 'Falha ao entrar: {reason}',
  serverUnreachable: 'Não foi possível acessar o servidor de autorização.',
  refused: 'O servidor de autorização recusou a solicitação.',
  otherTab: 'Este login foi iniciado em outra aba ou janela.',
  check: 'Verificação do login',
  checkTookTooLong: 'A verificação do login demorou demais.',
} satisfies TextsOf<'session'>;
