import type { TextsOf } from '../translate.ts';

export default {
  visitors_name: 'Besucher',
  visitors_sentence:
    'Personen, die etwas gesehen haben. Jede zählt im ganzen Zeitraum einmal. Bewahrt die Website ihre Ereignisse auf, wird bis zu einer Million Ereignissen genau gezählt, auf jeder Seite gleich; sonst ist die Zahl über 1.280 Besuchern eine Schätzung, meist auf 1 % genau.',
  visitors_example: 'Wer Ihr Pop-up am Montag und am Freitag sieht, zählt in dieser Woche als ein Besucher.',
  visitors_alsoCalled: 'eindeutige Besucher, Nutzer, Reichweite',
  views_name: 'Aufrufe',
  views_sentence: 'Wie oft etwas gesehen wurde. Jedes Mal zählt.',
  views_example: 'Wer Ihr Pop-up am Montag und am Freitag sieht, zählt als zwei Aufrufe.',
  views_alsoCalled: 'Impressionen',
  conversions_name: 'Conversions',
  conversions_sentence:
    'Besucher, die getan haben, wozu die Kampagne auffordert, zum Beispiel auf den Button geklickt oder ein Formular abgeschickt.',
  conversions_example: 'Von 1.000 Besuchern, die ein Pop-up sehen, klicken 50 auf den Button: 50 Conversions.',
  conversions_alsoCalled: 'Klicks, Zielvorhaben, Schlüsselereignisse',
  completions_name: 'Abschlüsse',
  completions_sentence:
    'Besucher, die eine Kampagne abgeschlossen haben. Abschlüsse gibt es nur, wenn Ihre Seiten sie senden.',
  completions_example: 'Von 50 Besuchern, die ein Quiz beginnen, sehen 20 das Ergebnis: 20 Abschlüsse.',
  submissions_name: 'Einsendungen',
  submissions_sentence:
    'Besucher, die ein Formular abgeschickt haben. Ein abgeschicktes Formular zählt auch als Conversion.',
  submissions_example: 'Wer das Formular eines Pop-ups ausfüllt, zählt als eine Einsendung und eine Conversion.',
  submissions_alsoCalled: 'Formularübermittlungen, Leads',
  subscribes_name: 'Anmeldungen',
  subscribes_sentence:
    'Besucher, die sich für etwas angemeldet haben, das Sie versenden, zum Beispiel einen Newsletter. Ihre Seiten melden das.',
  subscribes_example:
    'Von 50 Besuchern, die ein Formular abschicken, setzen 30 das Häkchen für den Newsletter: 30 Anmeldungen.',
  subscribes_alsoCalled: 'Newsletter-Anmeldungen, Opt-ins',
  orders_name: 'Bestellungen',
  orders_sentence: 'Käufe. Jede Bestellung zählt einmal. Eine vollständig erstattete Bestellung zählt nicht mehr.',
  orders_example: 'Wer am Montag und am Freitag kauft, gibt zwei Bestellungen auf.',
  orders_alsoCalled: 'Käufe, Transaktionen, Verkäufe',
  revenue_name: 'Umsatz',
  revenue_sentence: 'Der Wert aller Bestellungen in der Währung der Website, abzüglich Erstattungen.',
  revenue_example: 'Zwei Bestellungen über 60 € und 40 €, davon 10 € erstattet: 90 €.',
  revenue_alsoCalled: 'Erlöse, Einnahmen',
  selections_name: 'Ausgewählt',
  selections_sentence: 'Wie oft ein Produkt oder eine Antwort ausgewählt wurde. Jedes Mal zählt.',
  selections_example: 'Wer in einer Produktauswahl zwei Größen ausprobiert, hat zweimal ausgewählt.',
  conversion_rate_name: 'Conversion-Rate',
  conversion_rate_sentence:
    'Der Anteil der Besucher, die konvertiert haben. Bei „Gesamt“: Conversions geteilt durch Aufrufe.',
  conversion_rate_example: '50 Conversions von 1.000 Besuchern: 5 %.',
  conversion_rate_alsoCalled: 'CTR, Klickrate',
  completion_rate_name: 'Abschlussrate',
  completion_rate_sentence: 'Der Anteil der Besucher mit Abschluss. Bei „Gesamt“: Abschlüsse geteilt durch Aufrufe.',
  completion_rate_example: '20 Abschlüsse von 1.000 Besuchern: 2 %.',
  subscribe_rate_name: 'Anmelderate',
  subscribe_rate_sentence:
    'Der Anteil der Besucher, die sich angemeldet haben. Bei „Gesamt“: Anmeldungen geteilt durch Aufrufe.',
  subscribe_rate_example: '30 Anmeldungen von 1.000 Besuchern: 3 %.',
  subscribe_rate_alsoCalled: 'Opt-in-Rate',
  order_rate_name: 'Bestellrate',
  order_rate_sentence: 'Bestellungen je 100 Besucher, bei „Gesamt“ je 100 Aufrufe.',
  order_rate_example: '10 Bestellungen von 1.000 Besuchern: 1 %.',
  order_rate_alsoCalled: 'Kaufrate',
  average_order_name: 'Ø Bestellwert',
  average_order_sentence: 'Umsatz geteilt durch die Zahl der Bestellungen.',
  average_order_example: '90 € aus zwei Bestellungen: 45 €.',
  average_order_alsoCalled: 'durchschnittlicher Bestellwert, Warenkorbwert, AOV',
  revenue_per_visitor_name: 'Umsatz pro Besucher',
  revenue_per_visitor_sentence: 'Umsatz geteilt durch die Zahl der Besucher, ob sie bestellt haben oder nicht.',
  revenue_per_visitor_example: '90 € von 1.000 Besuchern: 0,09 €.',
  revenue_per_visitor_alsoCalled: 'RPV',
  share_of_choices_name: 'Anteil der Auswahl',
  share_of_choices_sentence:
    'Wie viel Prozent der Auswahl auf dieses Produkt entfielen. Alle Produkte zusammen ergeben 100 %.',
  share_of_choices_example: '30-mal ausgewählt bei insgesamt 120: 25 %.',
  unique_name: 'Eindeutig',
  unique_sentence:
    'Jeder Besucher zählt im Zeitraum einmal, egal wie oft er kommt. Die Tage können zusammen also mehr ergeben als der ganze Zeitraum, und Raten wachsen mit seiner Länge: Vergleichen Sie gleich lange Zeiträume.',
  unique_example: 'Wer an drei Tagen einer Woche kommt, zählt an jedem dieser Tage einmal und in der Woche einmal.',
  total_name: 'Gesamt',
  total_sentence: 'Alles zählt jedes Mal, wenn es passiert. Die Tage ergeben zusammen also den Zeitraum.',
  total_example: 'Wer an drei Tagen einer Woche kommt, zählt dreimal.',
  change_name: 'Veränderung',
  change_sentence: 'Der Unterschied zum Vergleichszeitraum in Prozent.',
  change_example: '120 Besucher nach 100: +20 %.',
  noise_name: 'Rauschen',
  noise_sentence:
    'Eine Veränderung, die zufällige Schwankung erklärt: der Zufall und wie stark Tage und Wochen der Website ohnehin schwanken. Sie ist grau, mit ~ statt eines Pfeils. Alle Veränderungen einer Tabelle teilen sich eine Fehlergrenze, damit von vielen kaum eine zufällig farbig ist.',
  noise_example:
    '12 Bestellungen nach 9 sind +33 % und Rauschen. 1.200 nach 900 sind +33 % und eine Nachricht, sofern die Website nicht oft so stark schwankt.',
  estimate_name: '≈',
  estimate_sentence:
    'Eine Schätzung: Die Zahl stammt aus einer Stichprobe der Besucher, oder sie zählt Personen auf mehreren Websites, und wer zwei davon besucht, zählt einmal.',
  estimate_example:
    'Zwei Websites mit 3.000 und 2.000 Besuchern haben zusammen ≈ 4.600 Besucher, weil etwa 400 beide besucht haben.',
  segment_name: 'Segment',
  segment_sentence:
    'Besucher, die etwas gemeinsam haben, zum Beispiel Kanal, Gerät oder Land. Wählen Sie eines, um nur zu sehen, was sie dort getan haben: Wer mit Smartphone und Laptop kam, ist in beiden.',
  segment_example: 'Besucher auf Smartphones, die über eine Suche kamen, sind ein Segment.',
  segment_alsoCalled: 'Zielgruppe, Filter, Aufschlüsselung',
  campaign_name: 'Kampagne',
  campaign_sentence:
    'Etwas auf Ihrer Website, das Besucher zu einer Handlung auffordert: ein Pop-up, eine Leiste, ein Formular, ein Quiz oder eine Landingpage.',
  campaign_example: 'Ein Pop-up, das 10 % Rabatt auf die erste Bestellung bietet.',
  campaign_alsoCalled: 'Call-to-Action, CTA',
  variant_name: 'Variante',
  variant_sentence: 'Eine von mehreren Fassungen einer Kampagne. Jeder Besucher sieht eine davon.',
  variant_example: 'Variante A sagt „10 % Rabatt“, Variante B „Kostenloser Versand“.',
  variant_alsoCalled: 'Version, Fassung',
  step_name: 'Schritt',
  step_sentence: 'Einer der Teile einer Kampagne, die Besucher nacheinander sehen.',
  step_example: 'Ein Quiz mit drei Fragen und einem Ergebnis hat vier Schritte.',
  step_alsoCalled: 'Bildschirm, Seite',
  element_name: 'Element',
  element_sentence: 'Etwas in einem Schritt, das Besucher benutzen können.',
  element_example: 'Ein Button, ein Formular, eine Quizfrage oder eine Produktauswahl.',
  product_name: 'Produkt',
  product_sentence: 'Was ausgewählt oder gekauft wurde, unter dem Namen, den Ihre Seiten oder Ihr Shop senden.',
  product_example: 'Eine Produktauswahl mit drei Größen hat drei Produkte.',
  website_name: 'Website',
  website_sentence: 'Eine der Websites Ihres Kontos, mit eigenen Kampagnen, eigener Währung und eigener Zeitzone.',
  website_example: 'Ihr Shop in Deutschland und Ihr Shop in den USA sind zwei Websites.',
  funnel_name: 'Funnel',
  funnel_sentence: 'Schritte, die Besucher nacheinander gehen, und wie viele von ihnen jeden Schritt erreichen.',
  funnel_example: '1.000 sehen ein Angebot, 200 öffnen es, 20 bestellen.',
  funnel_visitors_name: 'Besucher eines Schritts',
  funnel_visitors_sentence:
    'Besucher, die alle Schritte bis zu diesem gegangen sind, in dieser Reihenfolge. Jeder zählt einmal.',
  funnel_visitors_example: 'Wer bestellt, ohne das Angebot gesehen zu haben, ist nicht im Funnel.',
  share_of_first_step_name: 'Vom ersten Schritt',
  share_of_first_step_sentence: 'Der Anteil der Besucher des ersten Schritts, die diesen Schritt erreicht haben.',
  share_of_first_step_example: '1.000 Besucher beim ersten Schritt und 200 hier: 20 %.',
  drop_off_name: 'Abbruchrate',
  drop_off_sentence: 'Der Anteil der Besucher des vorherigen Schritts, die diesen nicht erreicht haben.',
  drop_off_example: '200 Besucher beim Schritt davor und 150 hier: 25 %.',
  drop_off_alsoCalled: 'Drop-off, Ausstiegsrate',
  median_time_name: 'Zeit (Median)',
  median_time_sentence:
    'Die typische Zeit seit dem vorherigen Schritt: Die Hälfte der Besucher brauchte weniger, die Hälfte mehr.',
  median_time_example: 'Drei Besucher, die 10, 20 und 90 Sekunden brauchten: 20 Sekunden.',
  experiment_name: 'Experiment',
  experiment_sentence:
    'Eine aktive Kampagne, die ihre Besucher auf zwei oder mehr aktive Varianten verteilt, um herauszufinden, welche besser ist.',
  experiment_example: 'Die Hälfte der Besucher sieht Variante A, die andere Hälfte Variante B.',
  experiment_alsoCalled: 'A/B-Test, Split-Test',
  control_name: 'Kontrolle',
  control_sentence:
    'Die Variante, mit der die anderen verglichen werden: die Holdout-Gruppe oder sonst die erste Variante.',
  control_example: 'In einem Experiment mit den Varianten A, B und C ist Variante A die Kontrolle.',
  control_alsoCalled: 'Baseline, Vergleichswert',
  holdout_name: 'Holdout-Gruppe',
  holdout_sentence:
    'Besucher, denen nichts gezeigt wird, um herauszufinden, was sie ohnehin gekauft hätten. Sie zählen für die Website, nicht für die Kampagne.',
  holdout_example: 'Von 100 Besuchern sehen 10 das Pop-up nicht.',
  holdout_alsoCalled: 'Holdout, Vergleichsgruppe',
  lift_name: 'Uplift',
  lift_sentence:
    'Wie viel besser eine Variante ist als die Kontrolle, in Prozent der Kontrolle. Der wahre Uplift liegt mit einer Wahrscheinlichkeit von 95 % im Intervall, egal wie oft Sie nachsehen.',
  lift_example: 'Die Kontrolle konvertiert 5 % ihrer Besucher, die Variante 6 %: ein Uplift von +20 %.',
  lift_alsoCalled: 'Steigerung, Verbesserung',
  at_stake_name: 'Pro Woche auf dem Spiel',
  at_stake_sentence: 'Wie viel mehr eine Woche brächte, wenn alle Besucher die führende Variante sähen.',
  at_stake_example:
    'Auf dem Spiel: 250 €. Jede Woche, in der die Hälfte der Besucher die schwächere Variante sieht, kostet etwa so viel.',
  days_left_name: 'Verbleibende Tage',
  days_left_sentence:
    'Wie lange es ungefähr dauert, bis das Experiment entschieden ist, wenn der Traffic so bleibt wie in den letzten 7 Tagen.',
  days_left_example: 'Etwa 9 Tage: Sehen Sie nächste Woche wieder nach.',
  running_for_name: 'Laufzeit',
  running_for_sentence:
    'Seit wie vielen Tagen der Test läuft. Er beginnt, wenn alle Varianten Besucher haben, und beginnt neu, wenn sich die Traffic-Anteile ändern.',
  running_for_example: '14 Tage, vom 1. bis 14. November.',
  incremental_name: 'Wäre ohne sie nicht gekommen',
  incremental_sentence:
    'Was die Kampagne über das hinaus gebracht hat, was ihre Besucher ohnehin gekauft hätten, wie die Holdout-Gruppe zeigt.',
  incremental_example:
    'Von 4.800 €, die einem Pop-up zugeordnet wurden, wären etwa 780 € ohne das Pop-up nicht gekommen.',
  incremental_alsoCalled: 'inkrementeller Umsatz, Inkrementalität',
  verdict_name: 'Ergebnis',
  verdict_sentence: 'Was die Zahlen eines Experiments sagen, und ob sie für eine Entscheidung reichen.',
  verdict_example: '„Weiterlaufen lassen“: Der Unterschied kann noch Zufall sein.',
  attribution_name: 'Attribution',
  attribution_sentence:
    'Welchen Kampagnen eine Bestellung zugeordnet wird. Es gibt mehrere Modelle, und keines ist das einzig richtige.',
  attribution_example:
    'Ein Besucher klickt auf ein Pop-up, später auf eine Leiste und bestellt dann: Nach letzter Interaktion bekommt die Leiste die Bestellung.',
  attribution_alsoCalled: 'Zuordnung, Conversion-Zuordnung',
  touch_name: 'Interaktion',
  touch_sentence:
    'Etwas, das ein Besucher vor der Bestellung an einer Kampagne getan hat: eine Conversion oder, wenn Sie das so wählen, auch ein Aufruf. Geht die Bestellung an Kanäle oder andere Werte, zählt jeder Besuch mit diesem Wert; sonst gilt dasselbe.',
  touch_example: 'Ein Klick auf ein Pop-up drei Tage vor der Bestellung.',
  touch_alsoCalled: 'Touchpoint, Kontaktpunkt',
  as_counted_name: 'Wie gezählt',
  as_counted_sentence:
    'Die Kampagne, die in der Bestellung genannt ist, bekommt die ganze Bestellung. Ist keine genannt, bekommt sie die Kampagne, der sie beim Eintreffen zugeordnet wurde. Alle anderen Seiten zählen so.',
  as_counted_example:
    'Eine Bestellung, in der das Pop-up genannt ist, zählt für das Pop-up, egal was der Besucher davor gesehen hat.',
  last_touch_name: 'Letzte Interaktion',
  last_touch_sentence:
    'Die Kampagne, mit der der Besucher vor der Bestellung zuletzt interagiert hat, bekommt die ganze Bestellung.',
  last_touch_example: 'Pop-up, dann Leiste, dann eine Bestellung über 100 €: Die Leiste bekommt 100 €.',
  first_touch_name: 'Erste Interaktion',
  first_touch_sentence:
    'Die Kampagne, mit der der Besucher vor der Bestellung zuerst interagiert hat, bekommt die ganze Bestellung.',
  first_touch_example: 'Pop-up, dann Leiste, dann eine Bestellung über 100 €: Das Pop-up bekommt 100 €.',
  equal_parts_name: 'Gleiche Teile',
  equal_parts_sentence:
    'Alle Kampagnen, mit denen der Besucher interagiert hat, bekommen gleiche Teile der Bestellung.',
  equal_parts_example: 'Pop-up, dann Leiste, dann eine Bestellung über 100 €: Beide bekommen 50 €.',
  equal_parts_alsoCalled: 'lineare Attribution',
  any_touch_name: 'Jede Interaktion',
  any_touch_sentence:
    'Jede Kampagne, mit der der Besucher interagiert hat, bekommt die ganze Bestellung. Die Zeilen ergeben zusammen also mehr als die Summe der Website.',
  any_touch_example: 'Pop-up, dann Leiste, dann eine Bestellung über 100 €: Beide bekommen 100 €.',
  cost_name: 'Kosten',
  cost_sentence:
    'Was Sie für einen Kanal oder eine UTM-Kampagne ausgegeben haben, so wie Sie es für jeden Monat eingetragen haben. Ein Teil eines Monats kostet so viel, wie seine Tage vom Monat ausmachen.',
  cost_example: '3.000 € für November: Die ersten zehn Tage kosten 1.000 €.',
  cost_alsoCalled: 'Ausgaben, Werbeausgaben, Budget',
  cost_per_order_name: 'Kosten pro Bestellung',
  cost_per_order_sentence:
    'Die Kosten, geteilt durch die Bestellungen, die das gewählte Modell dem Kanal oder der UTM-Kampagne zuordnet.',
  cost_per_order_example: '500 € für bezahlte Suche, der 20 Bestellungen zugeordnet werden: 25 € pro Bestellung.',
  cost_per_order_alsoCalled: 'Cost per Acquisition, CPA, Cost per Sale',
  return_on_spend_name: 'Umsatz je Kosten',
  return_on_spend_sentence:
    'Der Umsatz, den das gewählte Modell dem Kanal oder der UTM-Kampagne zuordnet, geteilt durch die Kosten.',
  return_on_spend_example: '500 € für bezahlte Suche, der 2.000 € zugeordnet werden: 4,00×.',
  return_on_spend_alsoCalled: 'Return on Ad Spend, ROAS',

  retention_name: 'Retention',
  retention_sentence:
    'Wie viele Besucher wiederkommen, nach der Woche oder dem Monat ihres ersten Aufrufs, ihrer ersten Conversion oder Bestellung.',
  retention_example:
    'Von 400 Besuchern mit einer ersten Bestellung in einer Woche bestellen 48 in der nächsten wieder: 12 %.',
  retention_alsoCalled: 'Wiederkehr, Kohortenanalyse',

  cohort_name: 'Kohorte',
  cohort_sentence: 'Die Besucher, deren erstes Ereignis in derselben Woche oder im selben Monat liegt.',
  cohort_example: '400 Besucher haben ihre erste Bestellung in der Woche ab dem 5. Januar.',

  path_name: 'Pfad',
  path_sentence:
    'Was Besucher nach einem Schritt als Nächstes tun oder was sie davor getan haben, in zeitlicher Reihenfolge.',
  path_example:
    'Von 1.200 Besuchern, die ein Pop-up sahen, konvertierten 150 als Nächstes, und 20 davon bestellten dann.',
  path_alsoCalled: 'Nutzerfluss, Journey',

  followable_share_name: 'Verfolgbare Besucher',
  followable_share_sentence:
    'Der Anteil der Besucher, deren Kennung über Tage gleich bleibt. Ohne Einwilligung gibt es jeden Tag eine neue, daher fehlen diese Besucher bei Retention und Pfaden.',
  followable_share_example: 'Von 1.000 Besuchern haben 625 eingewilligt: 62,5 %.',

  buyers_name: 'Käufer',
  buyers_sentence:
    'Besucher, deren erste Bestellung im Zeitraum liegt und deren 30, 60 oder 90 Tage seither vorbei sind.',
  buyers_example: 'Im März bestellten 780 Besucher zum ersten Mal; am 1. Juni sind bei allen 60 Tage vorbei.',

  repeat_buyers_name: 'Wiederkäufer',
  repeat_buyers_sentence:
    'Käufer, die innerhalb so vieler Tage nach ihrer ersten Bestellung wieder bestellen. Eine Erstattung ändert nichts daran, wer bestellt hat.',
  repeat_buyers_example: 'Von 780 Käufern bestellen 117 innerhalb von 30 Tagen wieder: 15 %.',
  repeat_buyers_alsoCalled: 'Stammkunden, Wiederkaufsrate',

  revenue_per_buyer_name: 'Umsatz pro Käufer',
  revenue_per_buyer_sentence:
    'Was Käufer innerhalb so vieler Tage nach ihrer ersten Bestellung ausgeben, mit dieser Bestellung und abzüglich Erstattungen, geteilt durch die Käufer.',
  revenue_per_buyer_example: '780 Käufer geben innerhalb von 30 Tagen 46.800 $ aus: 60,00 $ pro Käufer.',
  revenue_per_buyer_alsoCalled: 'Kundenwert, LTV',

  page_views_name: 'Seitenaufrufe',
  page_views_sentence:
    'Wie oft eine Seite geöffnet wurde, mit oder ohne Kampagne darauf. Seitenaufrufe sind Schritte von Funnels und Pfaden und zählen als Zugriffe; keine andere Zahl zählt sie mit.',
  page_views_example: 'Wer die Startseite und dann die Preise öffnet, hat zwei Seitenaufrufe.',

  visitors_per_day_name: 'Besucher je Tag',
  visitors_per_day_sentence:
    'Menschen, die eine Seite geöffnet haben, je Tag eindeutig und über die Tage addiert. Tage aus anderen Werkzeugen haben nichts anderes: Wer an zwei Tagen kam, zählt zweimal.',
  visitors_per_day_example: 'Wer am Montag und am Freitag kommt, zählt als zwei.',

  reach_name: 'Haben eine Kampagne gesehen',
  reach_sentence: 'Der Anteil der Besucher mit Seitenaufrufen, die irgendeine Kampagne gesehen haben.',
  reach_example: 'Von 12.000 Besuchern, die eine Seite geöffnet haben, haben 4.500 eine Kampagne gesehen: 37,5 %.',
  reach_alsoCalled: 'Reichweite der Kampagnen',
} satisfies TextsOf<'definitions'>;
