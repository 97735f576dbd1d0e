import type { SentenceTexts } from '../sentence.ts';

export default {
  onlyOneVariant: 'Une seule variante reçoit du trafic : il n’y a donc rien à comparer.',
  doNotAct: 'Ne vous fiez pas à ces chiffres.',
  testStarts: 'Le test commence le premier jour où chaque variante a des visiteurs.',
  wins: '{variant} l’emporte avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}).',
  loses:
    '{variant} perd avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}).',
  hasRate:
    '{variant} obtient {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}).',
  harms:
    'Afficher la campagne est nuisible : {variant} obtient {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}).',
  aheadBetween:
    '{variant} est en tête avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}), mais le gain réel peut se situer n’importe où entre {low} et {high}.',
  aheadFrom:
    '{variant} est en tête avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}), mais le gain réel peut se situer n’importe où à partir de {low}.',
  controlAheadBetween:
    '{variant} est en tête avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}), mais avec {rival}, le gain réel par rapport à cette variante peut se situer n’importe où entre {low} et {high}.',
  controlAheadFrom:
    '{variant} est en tête avec {metric} de {rate} ({visitors, plural, one {# visiteur} other {# visiteurs}}), contre {rivalRate} pour {rival} ({rivalVisitors, plural, one {# visiteur} other {# visiteurs}}), mais avec {rival}, le gain réel par rapport à cette variante peut se situer n’importe où à partir de {low}.',
  liftBetween: 'Le gain réel se situe entre {low} et {high}.',
  liftAtLeast: 'Le gain réel est d’au moins {low}.',
  liftOfNothingBetween: 'Ne rien afficher apporte un gain réel compris entre {low} et {high}.',
  liftOfNothingAtLeast: 'Ne rien afficher apporte un gain réel d’au moins {low}.',
  liftOverItBetween: 'Avec {rival}, le gain réel par rapport à cette variante se situe entre {low} et {high}.',
  liftOverItAtLeast: 'Avec {rival}, le gain réel par rapport à cette variante est d’au moins {low}.',
  liftTooSmall: 'Le gain réel se situe entre {low} et {high}, et moins de {smallest} ne compte pas ici.',
  showToSegment: 'Affichez-la à ces visiteurs.',
  showToEverybody: 'Affichez-la à tout le monde, ou gardez un petit groupe d’exclusion pour continuer à mesurer.',
  giveAllTraffic: 'Donnez-lui tout le trafic.',
  dontShowToSegment: 'Ne l’affichez pas à ces visiteurs.',
  dontShowVariantToSegment: 'N’affichez pas {variant} à ces visiteurs.',
  stopCampaign: 'Arrêtez la campagne.',
  stopVariant: 'Arrêtez {variant} et laissez les autres continuer.',
  noDifference: 'Il n’y a pas de différence notable.',
  campaignMakesNoDifference: 'Afficher la campagne ne fait pas de différence notable.',
  keepFavourite: 'Gardez la variante que vous préférez.',
  tryBolderOrStop: 'Essayez quelque chose de plus audacieux, ou arrêtez la campagne.',
  tryBolder: 'Essayez quelque chose de plus audacieux.',
  keepRunning: 'Laissez le test se poursuivre.',
  campaignWorks: 'Afficher la campagne fonctionne, mais on ne sait pas encore quelle variante est la meilleure.',
  outlook: 'Au rythme actuel, il faut encore environ {days, plural, one {# jour} other {# jours}} pour trancher.',
  willNotBeDecided:
    'Le trafic actuel ne permettra pas de trancher : {days, plural, one {# jour de plus ne suffirait pas} other {# jours de plus ne suffiraient pas}}.',
  segmentNotJudged:
    'Rien n’est décidé pour ce segment : il n’a aucune vue dans les semaines écoulées du test. Ce sont elles qui déterminent combien de preuves il faut à un segment.',
  tooEarly:
    'Il est trop tôt pour se prononcer : il faut à chaque variante {days} jours, {visitors} visiteurs et environ {events} {eventNoun}.',
  toBeginWith:
    'Pour commencer, il faut à chaque variante {days} jours, {visitors} visiteurs et environ {events} {eventNoun}.',

  variantWithoutTraffic: '{variant} devrait recevoir {share} du trafic, mais n’a aucun visiteur.',
  checkShown: 'Vérifiez qu’elle est affichée et que ses événements la nomment.',
  checkHoldoutMarked: 'Vérifiez que l’endroit où rien n’est affiché est bien marqué et que ses événements le nomment.',
  othersCompared: 'Le verdict compare les autres variantes.',
  creditUneven:
    'Les commandes sont attribuées par conversion, et personne ne convertit là où rien n’est affiché. Les commandes du groupe d’exclusion manquent donc. Attribuez-les par vue, ou indiquez la variante avec chaque commande.',
  holdoutWithoutOrders:
    'Le groupe d’exclusion n’a aucune commande. Ses commandes doivent le nommer ou être attribuées par vue, sinon on ne peut pas dire ce qui serait venu sans la campagne.',
  holdoutCannotClick:
    'Là où rien n’est affiché, personne ne peut cliquer. Cet indicateur ne dit donc pas ce que la campagne change ; les commandes le disent.',
  sharesMismatch:
    'Les visiteurs ne sont pas répartis comme prévu : {shares} sur {total}. Le hasard ne l’explique pas. Dans une variante, des visiteurs sont perdus ou comptés deux fois : les taux ne sont donc pas comparables. Vérifiez les redirections, les erreurs de chargement et les robots.',
  shareInsteadOf: '{variant} {share} au lieu de {planned}',
  severalVariants:
    'Environ {visitors, plural, one {# visiteur} other {# visiteurs}} sur {total} ({share}) {visitors, plural, one {a vu} other {ont vu}} plus d’une variante. Cela brouille la différence. Vérifiez qu’un visiteur garde toujours la même variante.',
  sampled:
    'Seul un échantillon des visiteurs ({share}) a été compté, car le test a trop d’événements. Un échantillon change à mesure que les événements arrivent : rien n’est donc décidé d’après lui.',
  sharesChanged:
    'Les parts de trafic ont changé le {day}. Le test compte à partir du lendemain, car il ne faut pas mélanger les visiteurs d’avant et d’après un changement.',

  broughtTooEarly:
    'Il est trop tôt pour dire ce qui serait venu sans la campagne : il faut au groupe d’exclusion et aux autres {days} jours, {visitors} visiteurs et environ {events} {eventNoun} chacun.',
  broughtAtLeast: 'Sans la campagne, il manquerait au moins {low} sur {credited}.',
  broughtBetween: 'Sans la campagne, il manquerait entre {low} et {high} sur {credited}.',
  costs:
    'La campagne fait perdre {kind} : sans elle, les mêmes visiteurs auraient apporté entre {low} et {high} de plus que {credited}. Arrêtez la campagne.',
  broughtUnknown:
    'On ne sait pas encore si la campagne rapporte {kind}. Sans elle, il manquerait jusqu’à {most} sur {credited} ; elle peut aussi coûter jusqu’à {cost}.',
  creditedMoney: 'les {amount} attribués',
  creditedOrders: '{count, plural, one {la # commande attribuée} other {les # commandes attribuées}}',
  creditedConversions: '{count, plural, one {la # conversion attribuée} other {les # conversions attribuées}}',

  againstHoldout: '{name} face à son groupe d’exclusion :',
  experimentIn: 'Le test A/B dans {name} :',
  keepSeveralRunning: '{count} tests A/B ne sont pas encore tranchés. Laissez-les se poursuivre : {experiments}.',
  severalWillNotBeDecided:
    '{count} tests A/B ne seront pas tranchés avec le trafic actuel : {experiments}. Essayez-y quelque chose de plus audacieux.',
  severalWithoutDifference:
    '{count} tests A/B ne montrent pas de différence notable : {experiments}. Gardez les variantes que vous préférez.',
  experimentWithDays: '{name} (encore environ {days, plural, one {# jour} other {# jours}})',
  rateFell:
    'Le taux de conversion de {name} a significativement baissé : {rate} des {visitors} visiteurs, contre {before} au cours des {weeks} semaines précédentes.',
  rateRose:
    'Le taux de conversion de {name} a significativement augmenté : {rate} des {visitors} visiteurs, contre {before} au cours des {weeks} semaines précédentes.',
  costsAWeek: 'Cela coûte environ {count, plural, one {# conversion} other {# conversions}} par semaine.',
  costsMoneyAWeek:
    'Cela coûte environ {count, plural, one {# conversion} other {# conversions}} par semaine, soit environ {money}.',
  bringsAWeek: 'Cela rapporte environ {count, plural, one {# conversion} other {# conversions}} par semaine.',
  bringsMoneyAWeek:
    'Cela rapporte environ {count, plural, one {# conversion} other {# conversions}} par semaine, soit environ {money}.',
  findCauseInCampaign: 'Cherchez ce qui a changé dans la campagne ou sur sa page.',
  findCauseAndKeep: 'Cherchez ce qui a changé, et gardez-le.',
  stepLosesMore:
    'L’étape {step} de {funnel} perd significativement plus de visiteurs qu’avant : {rate} des {visitors} visiteurs ont continué, contre {before} au cours des {weeks} semaines précédentes.',
  stepLosesMoreThanOthers:
    'L’étape {step} de {funnel} perd significativement plus de visiteurs que la même étape des autres variantes ({variants}) : {rate} des {visitors} visiteurs ont continué, contre {before} pour celles-ci, sur {weeks} semaines.',
  lostAWeek: 'Cela représente {visitors} visiteurs par semaine.',
  lostMoneyAWeek: 'Cela représente {visitors} visiteurs par semaine, soit environ {money}.',
  checkStep: 'Vérifiez ce qui se trouve à cette étape, et essayez-la vous-même.',
  revenueBelow:
    'Le chiffre d’affaires a été de {revenue}, {change} en dessous de la moyenne des {weeks} semaines précédentes ({usual}).',
  revenueAbove:
    'Le chiffre d’affaires a été de {revenue}, {change} au-dessus de la moyenne des {weeks} semaines précédentes ({usual}).',
  causeTraffic:
    'Une des causes est le trafic, qui a changé plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle.',
  causeTrafficIn:
    'Une des causes est le trafic, qui a changé plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle, surtout dans {name}.',
  trafficFell:
    'Le trafic a baissé plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle.',
  trafficFellIn:
    'Le trafic a baissé plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle, surtout dans {name}.',
  trafficRose:
    'Le trafic a augmenté plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle.',
  trafficRoseIn:
    'Le trafic a augmenté plus qu’il ne varie d’habitude : {visitors} visiteurs, contre {usual} dans une semaine habituelle, surtout dans {name}.',
  causeOrdering:
    'Une des causes est la part des visiteurs convertis qui commandent, qui a significativement changé : {orders} commandes au lieu des {expected} attendues, surtout dans {name}.',
  tryToOrder: 'Essayez de passer une commande vous-même.',
  causeOrderValue:
    'Une des causes est le panier moyen, qui a significativement changé : {average}, contre {usual} au cours des {weeks} semaines précédentes.',
  causeOrderValueIn:
    'Une des causes est le panier moyen, qui a significativement changé : {average}, contre {usual} au cours des {weeks} semaines précédentes, surtout dans {name}.',
  elementsUnused:
    '{count} éléments sont vus mais pas utilisés : {elements}. Essayez-les vous-même. S’ils fonctionnent, supprimez-les ou rendez-les plus clairs.',
  elementOn: 'l’élément {name} à l’étape {step} de {funnel}',
  elementNoLongerUsed:
    'L’élément {name} à l’étape {step} de {funnel} ne fonctionne plus, ou on ne le remarque plus : aucun des {visitors} visiteurs ne l’a utilisé cette semaine, contre {before} auparavant. Essayez-le vous-même.',
  elementNeverUsed:
    'Personne n’utilise l’élément {name} à l’étape {step} de {funnel} : {visitors} visiteurs en cinq semaines, et pas une seule utilisation. Vérifiez qu’il fonctionne. Si oui, supprimez-le ou rendez-le plus clair.',
  weakCampaign:
    '{name} reçoit {share} des visiteurs de vos campagnes {type} et en convertit {rate}. Les autres sont significativement meilleures : elles convertissent {othersRate} de {visitors} visiteurs. Envoyez le trafic vers une meilleure campagne, ou retravaillez celle-ci.',
  wouldBring:
    'Si elle était aussi bonne que les autres, elle rapporterait environ {count, plural, one {# conversion} other {# conversions}} de plus par semaine.',
  wouldBringMoney:
    'Si elle était aussi bonne que les autres, elle rapporterait environ {count, plural, one {# conversion} other {# conversions}} de plus par semaine, soit environ {money}.',
  notEnoughData:
    'Il n’y a pas assez de données pour des recommandations : {visitors, plural, one {# visiteur} other {# visiteurs}} dans la semaine du {day}. Il en faut au moins {least}.',
  weekBrought: 'La semaine a rapporté {totals}.',
  weekBroughtAfter: 'La semaine a rapporté {totals}, après {totalsBefore} la semaine précédente.',
  totalsWithOrders:
    '{money} pour {orders, plural, one {# commande} other {# commandes}} et {visitors, plural, one {# visiteur} other {# visiteurs}}',
  totalsWithConversions:
    '{conversions, plural, one {# conversion} other {# conversions}} pour {visitors, plural, one {# visiteur} other {# visiteurs}}',
  broughtMostRevenue:
    '{name} a rapporté le plus : {part} sur {whole}, avec {visitors, plural, one {# visiteur} other {# visiteurs}}.',
  broughtMostConversions:
    '{name} a rapporté le plus : {part} sur {whole, plural, one {# conversion} other {# conversions}}, avec {visitors, plural, one {# visiteur} other {# visiteurs}}.',
  bestVariant:
    'De toutes les variantes, {variant} de {name} a eu le plus de conversions : {conversions} pour {visitors, plural, one {# visiteur} other {# visiteurs}}.',
  weekFunnel:
    'Sur {visitors, plural, one {# visiteur} other {# visiteurs}}, {converted} ont converti ({rate}) et {completed} sont allés jusqu’au bout.',
  weekFunnelCompared:
    'Sur {visitors, plural, one {# visiteur} other {# visiteurs}}, {converted} ont converti ({rate}, contre {usual} au cours des {weeks} semaines précédentes) et {completed} sont allés jusqu’au bout.',
  busiestDay: 'Le jour le plus actif a été le {weekday}, avec {views, plural, one {# vue} other {# vues}}.',
  goalOnCourse: 'Objectif {name} : {reached} sur {target} jusqu’ici, en voie d’atteindre {forecast} ({low} à {high}).',
  goalSoFar:
    'Objectif {name} : {reached} sur {target} jusqu’ici. Il n’y a pas de prévision avant quatre semaines de chiffres.',
  goalAtRisk: 'L’objectif {name} ne sera sans doute pas atteint ce mois-ci.',
  checkGoal:
    'La prévision suit les jours, les heures et la tendance des huit dernières semaines ; même le haut de la fourchette est sous l’objectif.',

  fallComesFrom:
    'La baisse vient du segment {dimension} {name} : {observed} {noun} au lieu d’environ {expected}. Tous les autres sont stables : {othersObserved} au lieu d’environ {othersExpected}.',
  riseComesFrom:
    'La hausse vient du segment {dimension} {name} : {observed} {noun} au lieu d’environ {expected}. Tous les autres sont stables : {othersObserved} au lieu d’environ {othersExpected}.',

  fewer: '{change} de {noun} en moins le {day} : {count} au lieu d’environ {expected}.',
  weekFewer: '{change} de {noun} en moins en 7 jours : {count} au lieu de {before} les 7 jours précédents.',
  more: '{change} de {noun} en plus le {day} : {count} au lieu d’environ {expected}.',
  expectedFrom: 'Le nombre attendu découle des dernières semaines de ce site web et du jour de la semaine.',
  sameIsTrueOf: 'Il en va de même pour les {counts}.',
  countInsteadOf: '{noun} ({count} au lieu de {expected})',
  checkDrop:
    'Vérifiez que les pages se chargent, que le traceur est présent sur toutes, et si une annonce ou un lien a pris fin.',
  checkSpike: 'Regardez d’où ils viennent : une nouvelle annonce, un nouveau lien ou des robots.',
  eventsStopped:
    'Aucun événement n’est arrivé depuis {hours, plural, one {# heure} other {# heures}} : les derniers datent du {day}.',
  checkEvents:
    'Ce site web a d’habitude environ {visitors} visiteurs un tel jour. Vérifiez que le site est en ligne, que ses pages chargent toujours le traceur et que sa clé est valide ; si vos serveurs envoient les événements, vérifiez qu’ils le font.',
  experimentNotTrusted: 'Les chiffres du test A/B dans {name} ne sont pas fiables.',
  decidedWinner: 'Le test A/B dans {name} est tranché : il y a une variante gagnante.',
  decidedLoser: 'Le test A/B dans {name} est tranché : une variante perd.',
  decidedHarmful: 'Le test A/B dans {name} est tranché : afficher la campagne est nuisible.',
  decidedNoDifference: 'Le test A/B dans {name} est tranché : il n’y a pas de différence notable.',

  noEventHasValue: 'Aucun événement de ce site web depuis le {day} n’a {asked} : rien n’est donc compté.',
  noCampaignHasValue: 'Aucune campagne de ce site web n’a {asked} : il n’y en a donc aucune.',
  nearestValues: 'Les valeurs les plus proches sont {values} : demandez l’une d’elles.',
  largestValues: 'Les valeurs les plus fréquentes sont {values} : demandez l’une d’elles.',
  noOtherValues: 'Il n’y a pas non plus d’autres valeurs.',
  windowBeforeFirstDay:
    'Tous ces jours précèdent le {day}, le premier jour avec des événements. Demandez des jours depuis cette date.',
  windowInTheFuture:
    'Tous ces jours sont après aujourd’hui, le {day} : rien ne s’est encore passé. Demandez des jours jusqu’à aujourd’hui.',
  nothingBeforeAllTime:
    'Rien n’est comparé : il n’y a pas de période avant le début. Pour comparer, demandez une autre période.',
  insightsWeekAlone:
    'Rien n’est comparé : la semaine des constats est seule. Pour comparer, demandez ses jours comme période personnalisée.',
  previousBeforeYear1:
    'Rien n’est comparé : la période précédente commencerait avant l’an 1. Pour comparer, demandez moins de jours.',
  windowBeginsEarlier:
    'Ces jours commencent avant le {day}, le premier jour avec des événements : les nombres sont ceux depuis cette date.',
  previousBeginsEarlier:
    'La période comparée commence avant le {day}, le premier jour avec des événements : les évolutions disent donc peu. Comparez des jours depuis cette date.',
  mostHaveNoValue:
    '{share} des vues de ces jours n’ont pas de valeur de la dimension {dimension}, et aucun jour la plupart n’en ont une. Il manque donc une partie de chaque segment.',
  mostHaveNoValueUntil:
    '{share} des vues de ces jours n’ont pas de valeur de la dimension {dimension} : la plupart n’en ont une que depuis le {day}. Demandez des jours depuis cette date.',
  comparedTooEarly:
    'Cette période ne se termine qu’à la fin du {day} et est comparée à une période terminée. Demandez compare=same_part pour la comparer à la même partie de la période précédente, ou demandez des jours terminés.',
  comparedYearTooEarly:
    'Cette période ne se termine qu’à la fin du {day} et est comparée à une période terminée. Là où ce paramètre existe, demandez same_part=true pour la comparer à la même partie de l’année précédente, ou demandez des jours terminés.',
  comparedWholeTooEarly:
    'Cette période ne se termine qu’à la fin du {day} et est comparée à une période terminée. Demandez des jours terminés.',
  withinNoise:
    'Une variation aléatoire explique les évolutions de {metrics} : ce site varie autant de toute façon. Ne les présentez pas comme des hausses ou des baisses.',
  onlyNews:
    'Une variation aléatoire explique toutes les évolutions sauf celles-ci : {changes}. Ne présentez pas les autres comme des hausses ou des baisses.',
  allNoise:
    'Une variation aléatoire explique toutes les évolutions de cette liste : n’en présentez aucune comme une hausse ou une baisse.',
  changeOf: '{metric} de {name}',
  includesHoldout:
    'Ces nombres comprennent des visiteurs à qui rien n’a été montré : {holdouts}. Ce qu’ils ont fait n’est pas dans les nombres de la campagne. Ne le comptez pas dans ce que la campagne a rapporté.',
  holdoutWithVisitors: '{name} ({visitors, plural, one {# visiteur} other {# visiteurs}})',
  holdoutWithViews: '{name} ({views, plural, one {# vue} other {# vues}})',
  mixedCurrencies:
    'Ces sommes additionnent {currencies} sans conversion : ce ne sont donc pas des montants. Utilisez le chiffre d’affaires dans chaque devise.',
  comparedEstimated:
    'Les visiteurs uniques des jours de comparaison sont des estimations, à 1 % près le plus souvent : leurs événements ne sont pas tous conservés, ou sont trop nombreux. Ceux de la période elle-même sont comptés.',
  unknownAsDirect:
    'Jusqu’à la veille du {day}, les événements qui ne disaient rien de leur visite comptaient comme directs. Parmi les directs de ces jours se trouvent {views, plural, one {# vue} other {# vues}} et {orders, plural, one {# commande} other {# commandes}} sans page, appareil ni source.',
  ordersWithoutVisit:
    'Les commandes sans canal viennent d’un serveur qui n’a rien dit de la visite. L’attribution sait ce que leurs visiteurs avaient touché auparavant.',
  noContactsEver:
    'Aucun contact de ce site n’a jamais été enregistré : il n’y a rien à compter. Les contacts viennent des formulaires (data-form), de POST /contacts et du tableau de bord.',
  notWatched: 'Rien n’est encore surveillé : ce site n’a pas d’événements.',
  watchedSince:
    'Les chutes et les pics de ce site sont détectés depuis le {day}, les jours où au moins {least} visiteurs, visiteurs convertis ou commandes sont attendus. L’absence d’alerte ne dit rien des nombres plus petits.',
  watchedFrom:
    'Les chutes et les pics de ce site seront détectés à partir du {day}, après six semaines d’événements, les jours où au moins {least} visiteurs, visiteurs convertis ou commandes sont attendus. Avant, l’absence d’alerte ne dit rien.',
  elementsGetNoViews:
    'Aucune vue n’a été envoyée pour {elements} : 0 vue et des taux de 0 ne disent rien d’eux. Lisez les autres nombres et les vues de leur étape.',
  ordersWithoutCampaign:
    '{orders, plural, one {# commande} other {# commandes}} pour {revenue} ces jours-là {orders, plural, one {n’appartient} other {n’appartiennent}} à aucune campagne.',
  ordersOfHoldouts:
    '{orders, plural, one {# commande} other {# commandes}} pour {revenue} {orders, plural, one {vient} other {viennent}} de groupes témoins, dont les visiteurs n’ont rien vu : aucune campagne ne {orders, plural, one {l’a rapportée} other {les a rapportées}}.',
  ordersOfThePart: 'Seul compte ici ce qui correspond aux filtres et aux heures de la liste.',
  visitorsEstimated:
    'Ces visiteurs uniques sont des estimations, à 1 % près le plus souvent, car il y a plus de {events} événements. Pour des chiffres exacts, choisissez moins de jours.',
  visitorsAddedPerDay:
    'Les visiteurs sont uniques au sein de chaque jour et additionnés d’un jour à l’autre : qui est venu plusieurs jours compte plusieurs fois. Ne les comparez qu’à des visiteurs additionnés de la même façon.',
  hasHistory:
    '{tools} a compté {days, plural, one {# jour} other {# jours}} de cette période ou de la précédente. Cet historique importé n’est pas dans ces chiffres : il est dans le rapport sur le trafic.',
  hasHistoryWithVisitors:
    '{tools} a compté {visitors, plural, one {# visiteur} other {# visiteurs}}, additionnés par jour, sur {days, plural, one {# jour} other {# jours}} de cette période ou de la précédente. Cet historique importé n’est pas dans ces chiffres : il est dans le rapport sur le trafic.',

  quoted: '« {name} »',
  unnamedVariant: 'la variante {name}',
  unnamedVariantInList: 'variante {name}',
  variantOfCampaign: '{name} ({variant})',
  holdout: 'le groupe d’exclusion',
  holdoutFirst: 'le groupe d’exclusion',
  rivalHoldout: 'le groupe d’exclusion',
  aConversionRate: 'un taux de conversion',
  aCompletionRate: 'un taux de finalisation',
  aSubscribeRate: 'un taux d’inscription',
  anOrderRate: 'un taux de commande',
  aRevenuePerVisitor: 'un chiffre d’affaires par visiteur',
  conversions: 'conversions',
  completions: 'finalisations',
  subscribers: 'inscriptions',
  orders: 'commandes',
  kindMoney: 'de l’argent',
  kindOrders: 'des commandes',
  kindConversions: 'des conversions',
  visitors: 'visiteurs',
  visitorsWhoConverted: 'visiteurs convertis',
  visitorsWhoContinued: 'visiteurs qui ont continué',
  channel: 'canal',
  source: 'source',
  medium: 'support',
  utmCampaign: 'campagne UTM',
  referrer: 'site référent',
  device: 'appareil',
  browser: 'navigateur',
  operatingSystem: 'système d’exploitation',
  country: 'pays',
  language: 'langue',
  page: 'page',
  kindOfVisitor: 'type de visiteur',
  device_desktop: 'Ordinateur',
  device_mobile: 'Mobile',
  device_tablet: 'Tablette',
  visitor_type_new: 'Nouveaux',
  visitor_type_returning: 'Connus',
  channel_direct: 'Direct',
  channel_organic_search: 'Recherche naturelle',
  channel_paid_search: 'Recherche payante',
  channel_organic_social: 'Réseaux sociaux (naturel)',
  channel_paid_social: 'Réseaux sociaux (payant)',
  channel_email: 'E-mail',
  channel_display: 'Display',
  channel_affiliates: 'Affiliation',
  channel_referral: 'Sites référents',
  channel_other: 'Autre',

  // The story of a contact: what is not known.
  storyEventsNotKept:
    'Le site ne conserve pas ses événements : seuls le contact et ses commandes sont connus. Activez « Conserver les événements pour les segments » dans les paramètres du site pour en voir davantage à partir de ce moment.',
  storyVisitorUnknown:
    'Rien de ce qui a été compté n’appartient au visiteur de ce contact : seul ce que dit le contact est affiché. Un visiteur qui n’a pas donné son consentement reçoit chaque jour un autre identifiant, et rien n’indique qu’il s’agit de la même personne.',
  storyKeptFrom: 'Les événements antérieurs au {day} ne sont pas conservés.',
  storyNotAllRead: 'Il y a trop à lire : seul ce qui s’est passé depuis le {day} est affiché.',
  storyDaysWithout:
    '{days, plural, one {# jour a eu tant d’événements que ceux de ce visiteur n’ont pas été conservés.} many {# jours ont eu tant d’événements que ceux de ce visiteur n’ont pas été conservés.} other {# jours ont eu tant d’événements que ceux de ce visiteur n’ont pas été conservés.}}',

  // What became of a message.
  deliveryReceiverStatus: 'Le destinataire a répondu avec le statut {status}.',
  deliveryReceiverRedirects:
    'Le destinataire a répondu avec le statut {status}. Les redirections ne sont pas suivies\u00a0: indiquez l’URL vers laquelle il redirige.',
  deliveryReceiverTooSlow: 'Le destinataire n’a pas répondu à temps.',
  deliveryReceiverNotReached: 'Le destinataire n’a pas pu être joint\u00a0: {reason}',
  deliveryUrlNotPublic: '{host} n’est pas une adresse Internet publique.',
  deliveryUrlNotHttps: 'Seules les URL en https sont appelées.',
  deliveryUrlWithCredentials: 'Les URL qui contiennent des identifiants ne sont pas appelées.',
  deliveryAttemptInterrupted: 'La dernière tentative a été interrompue.',
  deliveryAttemptTooLong: 'La tentative a pris trop de temps.',
  deliveryServiceCouldNotSend: 'Le service n’a pas pu envoyer le message.',
  deliveryStoredMessageUnreadable: 'Le message enregistré est illisible.',
  deliveryNoMailServer: 'Cette installation n’envoie pas d’e-mails. L’exploitant doit définir SMTP_URL et MAIL_FROM.',
  deliveryMailRefused: 'Le serveur de messagerie n’a pas accepté le message.',
  deliveryMailRefusedWith: 'Le serveur de messagerie n’a pas accepté le message (statut {status}).',
  deliveryMailServerTookTest: 'Le serveur de messagerie a accepté la notification de test.',
  deliveryMailServerTookReport: 'Le serveur de messagerie a accepté le rapport.',
  deliverySlackTookTest: 'Slack a accepté la notification de test.',
  deliverySlackTookReport: 'Slack a accepté le rapport.',
  deliveryReceiverTookTest: 'Le destinataire a accepté la notification de test.',
  deliveryReceiverTookReport: 'Le destinataire a accepté le rapport.',
  deliveryMailsOfDaySent: 'Le compte peut envoyer {count} e-mails par jour. Celui-ci sera envoyé demain.',
} satisfies SentenceTexts;
