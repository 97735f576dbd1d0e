import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Aceptar la invitación',
  alertSubject: '{website}: {title}',
  archivedType: '{type}, archivada',
  askedToReset: 'Alguien ha pedido restablecer la contraseña de {email}.',
  changeSubscription: 'Cambiar lo que recibes',
  chooseNewPassword: 'Elegir una contraseña nueva',
  days: 'del {first} al {last}',
  digestHeading: 'Hallazgos de la semana de {website}',
  digestSubject: '{website}: hallazgos de la semana, {days}',
  fileOfReport: 'informe',
  ignoreIfUnexpected: 'Si no esperabas este correo, ignóralo.',
  invitationTo: 'Invitación a {account}',
  invitesYou:
    '{inviter} te invita a {account} como {role, select, viewer {lector} editor {editor} other {propietario}}: {roleCan}.',
  linkWorksUntil: 'El enlace funciona una sola vez, hasta el {date}.',
  noEarlierPeriod: 'sin {period, select, month {mes anterior} other {semana anterior}} con que comparar',
  notYou: 'Si no has sido tú, ignora este correo. Tu contraseña no ha cambiado.',
  openFiltered: 'Abrir {name}, filtrado por {dimension} {value}',
  openInDashboard: 'Abrir en el panel',
  openInsights: 'Abrir los hallazgos',
  openNamed: 'Abrir {name}',
  openNotifications: 'Abrir tus notificaciones',
  reportChart: 'Gráfico de líneas de los visitantes por día: {values}.',
  reportCompared: '{days}, en comparación con {before}.',
  reportCut:
    'El archivo CSV tiene los primeros {max} caracteres de los nombres y tipos más largos. El panel los muestra completos.',
  reportDashed: '{days} (discontinua)',
  reportHeading: 'Informe {unit, select, month {mensual} other {semanal}} de {website}',
  reportNotCompared: '{days}. Sin comparación, porque no hay datos anteriores al {firstDay}.',
  reportNotDrawn:
    '{mark} sustituye un carácter que este archivo no puede mostrar. Está en el panel y en el archivo CSV.',
  reportPage: '{title} · página {number} de {pages}',
  reportRows:
    'El archivo {format} tiene las {shown} campañas con más ingresos de un total de {all}. El panel las muestra todas.',
  reportSubject: '{website}: informe {unit, select, month {mensual} other {semanal}}, {days}',
  reportTimezone: 'Días en la zona horaria {timezone}.',
  reportTitle: 'Informe {unit, select, month {mensual} other {semanal}}',
  reportWithoutData: '{days}. El sitio web aún no tiene datos.',
  sinceBefore: '{change} respecto {period, select, month {al mes anterior} other {a la semana anterior}}',
  subscribedTo: 'Te suscribiste a las notificaciones de {website}.',
  testHeading: 'Una notificación de prueba de {website}',
  testSubject: '{website}: una notificación de prueba',
  testText:
    'Las notificaciones llegarán aquí. No ha pasado nada en el sitio web: este mensaje se envió con el botón de prueba.',
  withUnsubscribe: '<settings>Cambiar lo que recibes</settings> o <unsubscribe>cancelar la suscripción</unsubscribe>.',
} satisfies TextsOf<'mails'>;
