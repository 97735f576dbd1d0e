import type { TextsOf } from '../translate.ts';

export default {
  stepLogin: 'Tu acceso',
  stepWebsite: 'Tu sitio web',
  stepCampaigns: 'Tus campañas',
  stepFirstEvent: 'Primer evento',
  pageTitle: 'Configuración · Funnel',
  setUp: 'Configurar Funnel',
  nobodyYet: 'Aquí todavía no puede entrar nadie. Abre el enlace de configuración que el servicio mostró al arrancar.',
  worksOnce:
    'Funciona una sola vez, durante una hora. Para obtener otro, reinicia el servicio o ejecuta <command></command> en su máquina.',
  unreachable: 'No se puede acceder al servicio.',
  linkDead: 'Este enlace ya no funciona',
  linkDeadWhy: 'Ha caducado, ya se usó o lo sustituyó uno más nuevo.',
  newLink:
    'Para obtener un enlace nuevo, reinicia el servicio o ejecuta <command></command> en su máquina. Si el servicio ya está configurado, <login>inicia sesión</login>.',
  accountName: 'Nombre de la cuenta',
  websiteName: 'Nombre del sitio web',
  campaignName: 'Nombre de la campaña',
  accountAndLogin: 'Tu cuenta y tu acceso',
  youWillBeOwner: 'Tendrás el rol de propietario de la cuenta. Podrás añadir a otras personas más adelante.',
  accountPlaceholder: 'Tu empresa o equipo',
  addressAt: 'La dirección que tienes en {issuer}. Inicias sesión allí y aquí no necesitas contraseña.',
  passwordHint: 'Al menos {length} caracteres; por ejemplo, cuatro palabras al azar.',
  showPassword: 'Mostrar la contraseña',
  firstWebsite: 'Tu primer sitio web',
  addOthersLater: 'Podrás añadir otros más adelante.',
  originsHint:
    'Una por línea; por ejemplo, <one></one>, <all></all> para todos los subdominios o <local></local> para probar.',
  campaignsLead:
    'Una campaña es lo que mides: un popup, una barra, un formulario, un cuestionario, una página de destino.',
  howAdded: '¿Cómo se añaden las campañas?',
  automatically: 'Automáticamente: un nombre nuevo en mis páginas añade una campaña',
  byHand: 'A mano, en el panel',
  campaignPlaceholder: 'Popup de primavera',
  changeAnytime: 'Puedes cambiarlo en cualquier momento en la página <em>Envío de eventos</em>.',
} satisfies TextsOf<'setup'>;
