import type { TextsOf } from '../translate.ts';

export default {
  lead: 'Utilisez vos données dans des programmes, des tableurs et des assistants IA.',
  createToken: 'Créer un jeton',
  managedElsewhere: 'Les jetons sont gérés ailleurs',
  tokensFrom: 'Cette installation utilise les jetons de {issuer}.',
  websiteById: 'Site web {id}',
  tokens: 'Jetons',
  tokensHint:
    'Pour vos sites web, créés par vous ou par votre exploitant. La révocation d’un jeton prend effet immédiatement.',
  noTokensYet: 'Aucun jeton pour l’instant',
  createOne: 'Créez-en un pour lire vos rapports depuis un programme.',
  token: 'Jeton',
  scopes: 'Autorisations',
  createdBy: 'Créé par',
  lastUsed: 'Dernière utilisation',
  expires: 'Expire',
  revokeNamed: 'Révoquer {name}',
  connectAssistant: 'Connecter un assistant IA',
  connectAssistantHint:
    'Posez vos questions sur votre tunnel avec vos propres mots. Les assistants peuvent lire vos données, mais pas les modifier.',
  notPublic:
    'Les assistants qui fonctionnent sur les serveurs de leur éditeur, comme Claude ou ChatGPT dans un navigateur, ne peuvent pas atteindre <strong>{host}</strong> : cette adresse n’est connue que sur cet ordinateur ou ce réseau. Les assistants de votre propre ordinateur le peuvent. Pour les autres, le service a besoin d’une adresse HTTPS publique (<code>BASE_URL</code>).',
  addConnector:
    'Dans votre assistant, ajoutez un connecteur (aussi appelé serveur MCP personnalisé ou distant) avec cette URL :',
  mcpUrl: 'l’URL du serveur MCP',
  logInWhenAsked: 'Connectez-vous lorsqu’il vous le demande et choisissez les sites web qu’il peut lire.',
  askForExample:
    'Demandez par exemple : « Quelle campagne a perdu le plus de conversions cette semaine, et à quelle étape ? »',
  configurationFile: 'Pour les assistants avec un fichier de configuration',
  configuration: 'la configuration',
  useRestApi: 'Utiliser l’API REST',
  useRestApiHint: 'Tout ce que montre ce tableau de bord en provient.',
  createNeeded: 'Créez un jeton avec les sites web et les autorisations dont votre programme a besoin.',
  sendItTo: 'Envoyez-le avec chaque requête à cette URL :',
  apiUrl: 'l’URL de l’API',
  lookUp:
    'Consultez les rapports et les paramètres dans la <docs>référence de l’API</docs>, ou générez un client à partir du <openapi>fichier OpenAPI</openapi>.',
  tokenPlaceholder: 'À quoi il sert, par exemple : export hebdomadaire',
  usedBy: 'Utilisé par',
  inDays: 'Dans {days} jours',
  newToken: 'Votre nouveau jeton',
  theToken: 'le jeton',
  copyNow: 'Copiez-le maintenant. Il ne sera plus affiché.',
  tryIt: 'Essayez-le :',
  theCommand: 'la commande',
  revokeTokenQuestion: 'Révoquer ce jeton ?',
  stopsWorking:
    'Tout ce qui utilise <strong>{name}</strong> cesse immédiatement de fonctionner. Cette action est irréversible.',
  publicKey: 'Navigateurs : une clé publique',
  secretKey: 'Serveurs : une clé secrète',
  createKey: 'Créer une clé',
  keyPlaceholder: 'À quoi elle sert, par exemple : boutique',
  originsHint:
    'Une adresse par ligne : schéma, hôte et port s’il y en a un. <code>*.</code> désigne tous les sous-domaines. Pour le développement, ajoutez <localhost></localhost> à une clé à part.',
  newKey: 'Votre nouvelle clé',
  theKey: 'la clé',
  copyKeyNow: 'Copiez-la maintenant. Elle ne sera plus affichée. Ne la mettez jamais dans une page.',
  revokeKeyQuestion: 'Révoquer cette clé ?',
  pagesStop:
    'Les pages qui utilisent <strong>{name}</strong> ne pourront plus envoyer d’événements. Cette action est irréversible.',
  serversStop:
    'Les serveurs qui utilisent <strong>{name}</strong> ne pourront plus envoyer d’événements. Cette action est irréversible.',
  keyById: 'Clé {id}',
  restApi: 'API REST',
  aiAssistant: 'Assistant IA',
  tokenById: 'Jeton {id}',
  scopeReports: 'Lire les rapports : vues, conversions, commandes, chiffre d’affaires et constats',
  scopeContactsRead: 'Lire les contacts, y compris les adresses e-mail et les numéros de téléphone',
  scopeContactsWrite: 'Ajouter, modifier et supprimer des contacts',
  scopeCatalogRead: 'Lire le catalogue : campagnes avec leurs variantes, étapes et éléments, et zones',
  scopeCatalogWrite:
    'Créer et modifier les campagnes, les zones et tout le reste du catalogue d’un site web, ainsi que les tunnels, annotations, objectifs et vues enregistrés, les coûts et les liens de partage, avec lesquels d’autres lisent des rapports',
  scopeAreasRead: 'Lire les zones',
  scopeWebsitesRead: 'Lire les paramètres des sites web, y compris la clé d’API',
  scopeDataErase: 'Effacer définitivement des visiteurs, des contacts, des jours et des sites web entiers',
} satisfies TextsOf<'access'>;
