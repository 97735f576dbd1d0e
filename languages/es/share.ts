import type { TextsOf } from '../translate.ts';

export default {
  anyPeriod: 'Cualquier período y filtro',
  copiedAll: 'Comprueba que has copiado el enlace completo.',
  copyNow: 'Copia el enlace ahora. No se volverá a mostrar.',
  createLink: 'Crear enlace',
  embed: 'Insertar',
  embedHint:
    'Direcciones de las páginas que pueden mostrar esta en un marco, una por línea. Sin ninguna, no se puede insertar.',
  embedOn: 'Insertar en (opcional)',
  embedOnlyOn: 'La página se puede insertar en {origins}, y en ningún otro lugar.',
  hasPassword: 'Esta página tiene contraseña',
  howToShare: 'Para compartir una página, ábrela y elige «Compartir».',
  linkCreated: 'Enlace creado',
  linkEnded: 'Este enlace ya no es válido',
  locked: 'Vista fija',
  noneYet: 'No hay páginas compartidas de este sitio web',
  onlyThisPeriod: 'Solo este período y estos filtros',
  passwordIfAny: 'Contraseña (opcional)',
  readersSee: 'Los lectores ven',
  readsOnlyThis:
    'Quien tenga el enlace puede leer esta página sin iniciar sesión, y nada más. Nunca muestra contactos ni costes.',
  revokeQuestion: '¿Revocar este enlace?',
  seesNothing:
    'Quien tenga el enlace <strong>{name}</strong> ya no verá nada a partir de ahora, esté donde esté insertado.',
  share: 'Compartir',
  sharePage: 'Compartir esta página',
  sharedLinks: 'Enlaces compartidos',
  sharedLinksHint:
    'Páginas de este sitio web que se pueden leer sin iniciar sesión. Un enlace termina cuando quien lo creó ya no puede cambiar el sitio web.',
  showPage: 'Mostrar la página',
  theEmbedCode: 'el código para insertar',
  theLink: 'el enlace',
} satisfies TextsOf<'share'>;
