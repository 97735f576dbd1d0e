import type { TextsOf } from '../translate.ts';

export default {
  stepLogin: 'Seu acesso',
  stepWebsite: 'Seu site',
  stepCampaigns: 'Suas campanhas',
  stepFirstEvent: 'Primeiro evento',
  pageTitle: 'Configuração · Funnel',
  setUp: 'Configurar o Funnel',
  nobodyYet: 'Ninguém pode entrar aqui ainda. Abra o link de configuração que o serviço exibiu ao iniciar.',
  worksOnce:
    'Funciona uma única vez, por uma hora. Para obter outro, reinicie o serviço ou execute <command></command> na máquina dele.',
  unreachable: 'Não foi possível acessar o serviço.',
  linkDead: 'Este link não funciona mais',
  linkDeadWhy: 'Ele expirou, já foi usado ou foi substituído por um mais novo.',
  newLink:
    'Para obter um novo link, reinicie o serviço ou execute <command></command> na máquina dele. Se o serviço já estiver configurado, <login>entre</login>.',
  accountName: 'Nome da conta',
  websiteName: 'Nome do site',
  campaignName: 'Nome da campanha',
  accountAndLogin: 'Sua conta e seu acesso',
  youWillBeOwner: 'Você terá a função de proprietário da conta. Você pode adicionar outras pessoas depois.',
  accountPlaceholder: 'Sua empresa ou equipe',
  addressAt: 'O endereço que você tem em {issuer}. Você entra por lá e não precisa de senha aqui.',
  passwordHint: 'Pelo menos {length} caracteres, por exemplo quatro palavras aleatórias.',
  showPassword: 'Mostrar a senha',
  firstWebsite: 'Seu primeiro site',
  addOthersLater: 'Você pode adicionar outros depois.',
  originsHint:
    'Um por linha, por exemplo <one></one>, <all></all> para todos os subdomínios ou <local></local> para experimentar.',
  campaignsLead: 'Uma campanha é o que você mede: um pop-up, uma barra, um formulário, um quiz, uma landing page.',
  howAdded: 'Como as campanhas são adicionadas?',
  automatically: 'Automaticamente: um nome novo nas minhas páginas adiciona uma campanha',
  byHand: 'Manualmente, no painel',
  campaignPlaceholder: 'Pop-up de primavera',
  changeAnytime: 'Você pode mudar isso a qualquer momento na página <em>Envio de eventos</em>.',
} satisfies TextsOf<'setup'>;
