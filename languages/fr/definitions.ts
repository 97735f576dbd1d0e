import type { TextsOf } from '../translate.ts';

export default {
  visitors_name: 'Visiteurs',
  visitors_sentence:
    'Personnes qui ont vu quelque chose, chacune comptée une seule fois sur toute la période. Si le site conserve ses événements, le compte est exact, le même sur chaque page, jusqu’à un million d’événements ; sinon, au-delà de 1 280 visiteurs, c’est une estimation, en général à 1 % près.',
  visitors_example:
    'Une personne qui voit votre popup le lundi et le vendredi compte pour un visiteur cette semaine-là.',
  visitors_alsoCalled: 'visiteurs uniques, utilisateurs, portée',
  views_name: 'Vues',
  views_sentence: 'Le nombre de fois où quelque chose a été vu. Chaque fois compte.',
  views_example: 'Une personne qui voit votre popup le lundi et le vendredi compte pour deux vues.',
  views_alsoCalled: 'impressions',
  conversions_name: 'Conversions',
  conversions_sentence:
    'Visiteurs qui ont fait ce que la campagne demande, par exemple cliquer sur son bouton ou envoyer un formulaire.',
  conversions_example: 'Sur 1 000 visiteurs qui voient un popup, 50 cliquent sur son bouton : 50 conversions.',
  conversions_alsoCalled: 'clics, objectifs, événements clés',
  completions_name: 'Finalisations',
  completions_sentence: 'Visiteurs qui sont allés au bout d’une campagne. Il n’y en a que si vos pages les envoient.',
  completions_example: 'Sur 50 visiteurs qui commencent un quiz, 20 voient le résultat : 20 finalisations.',
  submissions_name: 'Envois',
  submissions_sentence:
    'Visiteurs qui ont envoyé un formulaire. Un formulaire envoyé compte aussi comme une conversion.',
  submissions_example: 'Une personne qui remplit le formulaire d’un popup compte pour un envoi et une conversion.',
  submissions_alsoCalled: 'formulaires envoyés, leads',
  subscribes_name: 'Inscriptions',
  subscribes_sentence:
    'Visiteurs qui se sont inscrits à quelque chose que vous envoyez, par exemple une newsletter. Ce sont vos pages qui le signalent.',
  subscribes_example:
    'Sur 50 visiteurs qui envoient un formulaire, 30 cochent la case de la newsletter : 30 inscriptions.',
  subscribes_alsoCalled: 'abonnements, opt-in',
  orders_name: 'Commandes',
  orders_sentence: 'Achats. Chaque commande compte une fois. Une commande entièrement remboursée ne compte plus.',
  orders_example: 'Un visiteur qui achète le lundi et le vendredi passe deux commandes.',
  orders_alsoCalled: 'achats, transactions, ventes',
  revenue_name: 'Chiffre d’affaires',
  revenue_sentence: 'La valeur de toutes les commandes, dans la devise du site web, moins les remboursements.',
  revenue_example: 'Deux commandes de 60 € et 40 €, dont 10 € remboursés : 90 €.',
  revenue_alsoCalled: 'ventes, CA',
  selections_name: 'Choisi',
  selections_sentence: 'Le nombre de fois où un produit ou une réponse a été choisi. Chaque fois compte.',
  selections_example: 'Une personne qui essaie deux tailles dans un sélecteur de produits a choisi deux fois.',
  conversion_rate_name: 'Taux de conversion',
  conversion_rate_sentence:
    'La part des visiteurs qui ont converti. Avec « Total », les conversions divisées par les vues.',
  conversion_rate_example: '50 conversions pour 1 000 visiteurs : 5 %.',
  conversion_rate_alsoCalled: 'CTR, taux de clics',
  completion_rate_name: 'Taux de finalisation',
  completion_rate_sentence:
    'La part des visiteurs qui sont allés au bout. Avec « Total », les finalisations divisées par les vues.',
  completion_rate_example: '20 finalisations pour 1 000 visiteurs : 2 %.',
  subscribe_rate_name: 'Taux d’inscription',
  subscribe_rate_sentence:
    'La part des visiteurs qui se sont inscrits. Avec « Total », les inscriptions divisées par les vues.',
  subscribe_rate_example: '30 inscriptions pour 1 000 visiteurs : 3 %.',
  subscribe_rate_alsoCalled: 'taux d’opt-in',
  order_rate_name: 'Taux de commande',
  order_rate_sentence: 'Commandes pour 100 visiteurs ou, avec « Total », pour 100 vues.',
  order_rate_example: '10 commandes pour 1 000 visiteurs : 1 %.',
  order_rate_alsoCalled: 'taux d’achat',
  average_order_name: 'Panier moyen',
  average_order_sentence: 'Le chiffre d’affaires divisé par le nombre de commandes.',
  average_order_example: '90 € pour deux commandes : 45 €.',
  average_order_alsoCalled: 'valeur moyenne des commandes, AOV',
  revenue_per_visitor_name: 'Chiffre d’affaires par visiteur',
  revenue_per_visitor_sentence:
    'Le chiffre d’affaires divisé par le nombre de visiteurs, qu’ils aient commandé ou non.',
  revenue_per_visitor_example: '90 € pour 1 000 visiteurs : 0,09 €.',
  revenue_per_visitor_alsoCalled: 'RPV',
  share_of_choices_name: 'Part des choix',
  share_of_choices_sentence:
    'La part de tous les choix qui se sont portés sur ce produit. Tous les produits ensemble font 100 %.',
  share_of_choices_example: 'Choisi 30 fois sur 120 choix au total : 25 %.',
  unique_name: 'Uniques',
  unique_sentence:
    'Chaque visiteur compte une fois sur la période, même s’il vient plusieurs fois. La somme des jours peut donc dépasser le total de la période, et les taux augmentent avec sa durée : comparez des périodes de même durée.',
  unique_example:
    'Une personne qui vient trois jours dans la semaine compte une fois chacun de ces jours, et une fois dans la semaine.',
  total_name: 'Total',
  total_sentence: 'Tout compte à chaque fois. La somme des jours est donc égale au total de la période.',
  total_example: 'Une personne qui vient trois jours dans la semaine compte trois fois.',
  change_name: 'Évolution',
  change_sentence: 'La différence avec la période de comparaison, en pour cent.',
  change_example: '120 visiteurs après 100 : +20 %.',
  noise_name: 'Bruit',
  noise_sentence:
    'Une évolution qu’explique une variation aléatoire : le hasard, et ce dont les jours et les semaines du site varient de toute façon. Elle est grise, avec ~ au lieu d’une flèche. Toutes les évolutions d’un tableau partagent une même marge d’erreur, pour que presque aucune ne soit colorée par hasard.',
  noise_example:
    '12 commandes après 9, c’est +33 %, et du bruit. 1 200 après 900, c’est +33 %, et une nouvelle, sauf si le site varie souvent autant.',
  estimate_name: '≈',
  estimate_sentence:
    'Une estimation : le nombre vient d’un échantillon de visiteurs, ou il compte des personnes sur plusieurs sites web, où quelqu’un qui en visite deux compte une fois.',
  estimate_example:
    'Deux sites web avec 3 000 et 2 000 visiteurs ont ensemble ≈ 4 600 visiteurs, car environ 400 ont visité les deux.',
  segment_name: 'Segment',
  segment_sentence:
    'Visiteurs qui ont quelque chose en commun, comme leur canal, leur appareil ou leur pays. Choisissez-en un pour ne voir que ce qu’ils y ont fait : qui est venu avec un téléphone et un ordinateur est dans les deux.',
  segment_example: 'Les visiteurs sur téléphone venus d’une recherche forment un segment.',
  segment_alsoCalled: 'audience, filtre, ventilation',
  campaign_name: 'Campagne',
  campaign_sentence:
    'Quelque chose sur votre site web qui invite les visiteurs à agir : un popup, une barre, un formulaire, un quiz ou une page de destination.',
  campaign_example: 'Un popup qui offre 10 % de réduction sur la première commande.',
  campaign_alsoCalled: 'call-to-action, CTA',
  variant_name: 'Variante',
  variant_sentence: 'L’une des versions d’une campagne. Chaque visiteur en voit une.',
  variant_example: 'La variante A dit « -10 % », la variante B « Livraison gratuite ».',
  variant_alsoCalled: 'version, déclinaison',
  step_name: 'Étape',
  step_sentence: 'L’une des parties d’une campagne, que les visiteurs voient l’une après l’autre.',
  step_example: 'Un quiz avec trois questions et un résultat a quatre étapes.',
  step_alsoCalled: 'écran, page',
  element_name: 'Élément',
  element_sentence: 'Quelque chose dans une étape que les visiteurs peuvent utiliser.',
  element_example: 'Un bouton, un formulaire, une question de quiz ou un sélecteur de produits.',
  product_name: 'Produit',
  product_sentence: 'Ce qui a été choisi ou acheté, sous le nom que vos pages ou votre boutique envoient.',
  product_example: 'Un sélecteur de produits avec trois tailles a trois produits.',
  website_name: 'Site web',
  website_sentence: 'L’un des sites web de votre compte, avec ses propres campagnes, sa devise et son fuseau horaire.',
  website_example: 'Votre boutique en France et votre boutique aux États-Unis sont deux sites web.',
  funnel_name: 'Tunnel',
  funnel_sentence:
    'Les étapes que les visiteurs franchissent l’une après l’autre, et combien d’entre eux atteignent chacune.',
  funnel_example: '1 000 voient une offre, 200 l’ouvrent, 20 commandent.',
  funnel_visitors_name: 'Visiteurs d’une étape',
  funnel_visitors_sentence:
    'Visiteurs qui ont franchi toutes les étapes jusqu’à celle-ci, dans l’ordre. Chacun compte une fois.',
  funnel_visitors_example: 'Une personne qui commande sans avoir vu l’offre n’est pas dans le tunnel.',
  share_of_first_step_name: 'De la première étape',
  share_of_first_step_sentence: 'La part des visiteurs de la première étape qui ont atteint cette étape.',
  share_of_first_step_example: '1 000 visiteurs à la première étape et 200 ici : 20 %.',
  drop_off_name: 'Abandon',
  drop_off_sentence: 'La part des visiteurs de l’étape précédente qui n’ont pas atteint celle-ci.',
  drop_off_example: '200 visiteurs à l’étape précédente et 150 ici : 25 %.',
  drop_off_alsoCalled: 'taux d’abandon',
  median_time_name: 'Temps médian',
  median_time_sentence:
    'Le temps typique depuis l’étape précédente : la moitié des visiteurs ont mis moins, l’autre moitié plus.',
  median_time_example: 'Trois visiteurs qui ont mis 10, 20 et 90 secondes : 20 secondes.',
  experiment_name: 'Test A/B',
  experiment_sentence:
    'Une campagne active qui répartit ses visiteurs entre deux variantes actives ou plus, pour savoir laquelle est la meilleure.',
  experiment_example: 'La moitié des visiteurs voit la variante A, l’autre moitié la variante B.',
  experiment_alsoCalled: 'expérience, split test',
  control_name: 'Contrôle',
  control_sentence:
    'La variante à laquelle les autres sont comparées : le groupe d’exclusion ou, à défaut, la première variante.',
  control_example: 'La variante A est le contrôle d’un test avec les variantes A, B et C.',
  control_alsoCalled: 'référence',
  holdout_name: 'Groupe d’exclusion',
  holdout_sentence:
    'Visiteurs à qui l’on ne montre rien, pour savoir ce qu’ils auraient acheté de toute façon. Ils comptent pour le site web, pas pour la campagne.',
  holdout_example: 'Sur 100 visiteurs, 10 ne voient pas le popup.',
  holdout_alsoCalled: 'holdout',
  lift_name: 'Gain',
  lift_sentence:
    'De combien une variante est meilleure que le contrôle, en pour cent du contrôle. Le vrai gain se trouve dans l’intervalle avec une probabilité de 95 %, quel que soit le nombre de fois où vous regardez.',
  lift_example: 'Le contrôle convertit 5 % de ses visiteurs, la variante 6 % : un gain de +20 %.',
  lift_alsoCalled: 'uplift, amélioration',
  at_stake_name: 'En jeu par semaine',
  at_stake_sentence: 'Ce qu’une semaine rapporterait en plus si tous les visiteurs voyaient la variante en tête.',
  at_stake_example:
    'En jeu : 250 €. Chaque semaine où la moitié des visiteurs voit la variante la plus faible coûte à peu près autant.',
  days_left_name: 'Jours restants',
  days_left_sentence:
    'Le temps qu’il faut environ pour que le test soit tranché, si le trafic reste celui des 7 derniers jours.',
  days_left_example: 'Environ 9 jours : revenez voir la semaine prochaine.',
  running_for_name: 'En cours depuis',
  running_for_sentence:
    'Depuis combien de jours le test est en cours. Il commence quand toutes les variantes ont des visiteurs, et recommence quand leurs parts du trafic changent.',
  running_for_example: '14 jours, du 1er au 14 novembre.',
  incremental_name: 'Ne serait pas venu sans elle',
  incremental_sentence:
    'Ce que la campagne a apporté en plus de ce que ses visiteurs auraient acheté de toute façon, comme le montre le groupe d’exclusion.',
  incremental_example: 'Sur 4 800 € attribués à un popup, environ 780 € ne seraient pas venus sans lui.',
  incremental_alsoCalled: 'chiffre d’affaires incrémental, incrémentalité',
  verdict_name: 'Verdict',
  verdict_sentence: 'Ce que disent les chiffres d’un test, et s’ils suffisent pour décider.',
  verdict_example: '« À poursuivre » : la différence peut encore être due au hasard.',
  attribution_name: 'Attribution',
  attribution_sentence:
    'À quelles campagnes une commande est attribuée. Il existe plusieurs modèles, et aucun n’est le seul juste.',
  attribution_example:
    'Un visiteur clique sur un popup, plus tard sur une barre, puis commande : à la dernière interaction, la barre reçoit la commande.',
  attribution_alsoCalled: 'crédit de conversion',
  touch_name: 'Interaction',
  touch_sentence:
    'Ce qu’un visiteur a fait sur une campagne avant la commande : une conversion, ou aussi une vue, si vous le choisissez. Si la commande est attribuée à des canaux ou à d’autres valeurs, chaque visite avec cette valeur compte ; le reste est identique.',
  touch_example: 'Un clic sur un popup trois jours avant la commande.',
  touch_alsoCalled: 'point de contact',
  as_counted_name: 'Tel que compté',
  as_counted_sentence:
    'La campagne nommée dans la commande reçoit toute la commande. Si aucune n’est nommée, c’est celle à laquelle la commande a été attribuée à son arrivée. Toutes les autres pages comptent ainsi.',
  as_counted_example: 'Une commande qui nomme le popup compte pour le popup, quoi que le visiteur ait vu avant.',
  last_touch_name: 'Dernière interaction',
  last_touch_sentence:
    'La dernière campagne avec laquelle le visiteur a interagi avant la commande reçoit toute la commande.',
  last_touch_example: 'Popup, puis barre, puis une commande de 100 € : la barre reçoit 100 €.',
  first_touch_name: 'Première interaction',
  first_touch_sentence:
    'La première campagne avec laquelle le visiteur a interagi avant la commande reçoit toute la commande.',
  first_touch_example: 'Popup, puis barre, puis une commande de 100 € : le popup reçoit 100 €.',
  equal_parts_name: 'Parts égales',
  equal_parts_sentence:
    'Toutes les campagnes avec lesquelles le visiteur a interagi reçoivent une part égale de la commande.',
  equal_parts_example: 'Popup, puis barre, puis une commande de 100 € : chacun reçoit 50 €.',
  equal_parts_alsoCalled: 'attribution linéaire',
  any_touch_name: 'Toute interaction',
  any_touch_sentence:
    'Chaque campagne avec laquelle le visiteur a interagi reçoit toute la commande. La somme des lignes dépasse donc le total du site web.',
  any_touch_example: 'Popup, puis barre, puis une commande de 100 € : chacun reçoit 100 €.',
  cost_name: 'Coût',
  cost_sentence:
    'Ce que vous avez dépensé pour un canal ou une campagne UTM, tel que vous l’avez saisi pour chaque mois. Une partie d’un mois coûte autant que la part de ses jours dans le mois.',
  cost_example: '3 000 € pour novembre : les dix premiers jours coûtent 1 000 €.',
  cost_alsoCalled: 'dépenses, dépenses publicitaires, budget',
  cost_per_order_name: 'Coût par commande',
  cost_per_order_sentence:
    'Le coût divisé par les commandes que le modèle choisi attribue au canal ou à la campagne UTM.',
  cost_per_order_example: '500 € pour la recherche payante, qui reçoit 20 commandes : 25 € par commande.',
  cost_per_order_alsoCalled: 'coût par acquisition, CPA, coût par vente',
  return_on_spend_name: 'Retour sur dépense',
  return_on_spend_sentence:
    'Le chiffre d’affaires que le modèle choisi attribue au canal ou à la campagne UTM, divisé par son coût.',
  return_on_spend_example: '500 € pour la recherche payante, qui reçoit 2 000 € : 4,00×.',
  return_on_spend_alsoCalled: 'retour sur les dépenses publicitaires, ROAS',

  retention_name: 'Rétention',
  retention_sentence:
    'Combien de visiteurs reviennent, selon la semaine ou le mois de leur première vue, conversion ou commande.',
  retention_example:
    'Sur 400 visiteurs avec une première commande dans une semaine, 48 commandent à nouveau la semaine suivante : 12 %.',
  retention_alsoCalled: 'visiteurs de retour, analyse de cohortes',

  cohort_name: 'Cohorte',
  cohort_sentence: 'Les visiteurs dont le premier événement a lieu dans la même semaine ou le même mois.',
  cohort_example: '400 visiteurs ont leur première commande dans la semaine du 5 janvier.',

  path_name: 'Parcours',
  path_sentence: 'Ce que les visiteurs font juste après une étape, ou ce qu’ils ont fait avant, dans l’ordre du temps.',
  path_example:
    'Sur 1 200 visiteurs qui ont vu une popup, 150 ont ensuite converti, et 20 d’entre eux ont alors commandé.',
  path_alsoCalled: 'flux de visiteurs',

  followable_share_name: 'Visiteurs que l’on peut suivre',
  followable_share_sentence:
    'La part des visiteurs dont l’identifiant reste le même d’un jour à l’autre. Sans consentement, il change chaque jour : la rétention et les parcours les laissent de côté.',
  followable_share_example: 'Sur 1 000 visiteurs, 625 ont donné leur consentement : 62,5 %.',

  buyers_name: 'Acheteurs',
  buyers_sentence:
    'Les visiteurs dont la première commande a lieu dans la période et dont les 30, 60 ou 90 jours suivants sont écoulés.',
  buyers_example:
    'En mars, 780 visiteurs ont commandé pour la première fois ; le 1er juin, leurs 60 jours sont tous écoulés.',

  repeat_buyers_name: 'Acheteurs fidèles',
  repeat_buyers_sentence:
    'Les acheteurs qui commandent à nouveau dans ce nombre de jours après leur première commande. Un remboursement n’y change rien.',
  repeat_buyers_example: 'Sur 780 acheteurs, 117 commandent à nouveau en 30 jours : 15 %.',
  repeat_buyers_alsoCalled: 'clients récurrents, taux de réachat',

  revenue_per_buyer_name: 'Chiffre d’affaires par acheteur',
  revenue_per_buyer_sentence:
    'Ce que les acheteurs dépensent dans ce nombre de jours après leur première commande, celle-ci comprise et remboursements déduits, divisé par les acheteurs.',
  revenue_per_buyer_example: '780 acheteurs dépensent 46 800 $ en 30 jours : 60,00 $ par acheteur.',
  revenue_per_buyer_alsoCalled: 'valeur client, LTV',

  page_views_name: 'Pages vues',
  page_views_sentence:
    'Le nombre de fois où une page a été ouverte, avec ou sans campagne. Les pages vues sont des étapes de tunnels et de parcours, et du trafic ; aucun autre chiffre ne les compte.',
  page_views_example: 'Une personne qui ouvre la page d’accueil puis les tarifs a deux pages vues.',

  visitors_per_day_name: 'Visiteurs par jour',
  visitors_per_day_sentence:
    'Personnes qui ont ouvert une page, uniques chaque jour et additionnées d’un jour à l’autre. Les jours d’autres outils n’ont rien d’autre : qui est venu deux jours compte deux fois.',
  visitors_per_day_example: 'Une personne qui vient lundi et vendredi compte pour deux.',

  reach_name: 'Ont vu une campagne',
  reach_sentence: 'La part des visiteurs avec des pages vues qui ont vu au moins une campagne.',
  reach_example: 'Sur 12 000 visiteurs qui ont ouvert une page, 4 500 ont vu une campagne : 37,5 %.',
  reach_alsoCalled: 'portée des campagnes',
} satisfies TextsOf<'definitions'>;
