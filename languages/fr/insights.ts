import type { TextsOf } from '../translate.ts';

export default {
  createdMondays: 'Les constats sont établis chaque lundi à partir des événements de la semaine précédente.',
  noInsightsYet: 'Aucun constat pour l’instant',
  notCompared: 'Sans comparaison : {reason}.',
  nothingStoodOut: 'Rien de marquant cette semaine-là',
  seeThatWeek: 'Voir les chiffres de cette semaine',
  weekInNumbers: 'La semaine en chiffres',
  whatToDoNext: 'Que faire maintenant',
} satisfies TextsOf<'insights'>;
