import type { TextsOf } from '../translate.ts';

export default {
  addAnnotation: 'Ajouter une annotation',
  addGoal: 'Ajouter un objectif',
  annotations: 'Annotations',
  campaignById: 'Campagne {id}',
  dayIsMarked: 'Le jour est marqué dans les graphiques de ce site web, pour toutes les personnes qui y ont accès.',
  deleteQuestion: 'Supprimer « {name} » ?',
  deleteView: 'Supprimer {name}',
  deletedForEverybody:
    'La suppression vaut pour toutes les personnes qui ont accès à ce site web. Les événements ne sont pas concernés.',
  editAnnotation: 'Modifier l’annotation',
  editGoal: 'Modifier l’objectif',
  for: 'Pour',
  forecastFrom:
    'Les prévisions viennent des jours, des heures et de la tendance des huit dernières semaines ; 9 mois sur 10 finissent dans la fourchette.',
  goalCounts:
    'Chaque visiteur compte une fois par mois ; le chiffre d’affaires est une somme. Toutes les personnes qui ont accès à ce site web voient ses objectifs.',
  goalsForMonth: 'Objectifs du mois',
  metric: 'Indicateur',
  metricInCurrency: '{metric} ({currency})',
  monthOver: '{share} du mois est écoulé, comme l’indique le repère sur chaque barre.',
  noForecast: 'Pas encore de prévision : il faut quatre semaines de chiffres.',
  noViewsYet: 'Une vue enregistrée est une page avec sa période et ses filtres. Il n’y en a pas encore.',
  onCourse: 'En voie d’atteindre {value} sur {target} ({low} à {high})',
  reached: '{value} sur {target}, {share}',
  saveView: 'Enregistrer cette vue',
  saveViewHint:
    'Enregistre cette page avec sa période et ses filtres. Toutes les personnes qui ont accès à ce site web voient ses vues enregistrées.',
  savedViews: 'Vues enregistrées',
  setTarget: 'Fixez un objectif pour chaque mois, par exemple 1 000 inscriptions.',
  targetPerMonth: 'Objectif par mois',
  viewDeleted: 'La suppression vaut pour toutes les personnes qui ont accès à ce site web. La page elle-même reste.',
  views: 'Vues',
  whatHappened: 'Que s’est-il passé ?',
  wholeWebsite: 'Tout le site web',
} satisfies TextsOf<'saved'>;
