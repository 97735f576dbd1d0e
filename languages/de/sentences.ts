import type { SentenceTexts } from '../sentence.ts';

export default {
  onlyOneVariant: 'Nur eine Variante erhält Traffic, es gibt also nichts zu vergleichen.',
  doNotAct: 'Verlassen Sie sich nicht auf diese Zahlen.',
  testStarts: 'Der Test beginnt am ersten Tag, an dem jede Variante Besucher hat.',
  wins: '{variant} gewinnt mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}).',
  loses:
    '{variant} verliert mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}).',
  hasRate:
    '{variant} liegt bei {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}).',
  harms:
    'Die Kampagne zu zeigen schadet: {variant} liegt bei {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}).',
  aheadBetween:
    '{variant} liegt vorn mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}), aber der tatsächliche Uplift kann irgendwo zwischen {low} und {high} liegen.',
  aheadFrom:
    '{variant} liegt vorn mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}), aber der tatsächliche Uplift kann irgendwo ab {low} liegen.',
  controlAheadBetween:
    '{variant} liegt vorn mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}), aber der tatsächliche Uplift von {rival} gegenüber dieser Variante kann irgendwo zwischen {low} und {high} liegen.',
  controlAheadFrom:
    '{variant} liegt vorn mit {metric} von {rate} ({visitors, plural, one {# Besucher} other {# Besucher}}) gegenüber {rivalRate} bei {rival} ({rivalVisitors, plural, one {# Besucher} other {# Besucher}}), aber der tatsächliche Uplift von {rival} gegenüber dieser Variante kann irgendwo ab {low} liegen.',
  liftBetween: 'Der tatsächliche Uplift liegt zwischen {low} und {high}.',
  liftAtLeast: 'Der tatsächliche Uplift beträgt mindestens {low}.',
  liftOfNothingBetween: 'Nichts zu zeigen bringt einen tatsächlichen Uplift zwischen {low} und {high}.',
  liftOfNothingAtLeast: 'Nichts zu zeigen bringt einen tatsächlichen Uplift von mindestens {low}.',
  liftOverItBetween: 'Der tatsächliche Uplift von {rival} gegenüber dieser Variante liegt zwischen {low} und {high}.',
  liftOverItAtLeast: 'Der tatsächliche Uplift von {rival} gegenüber dieser Variante beträgt mindestens {low}.',
  liftTooSmall:
    'Der tatsächliche Uplift liegt zwischen {low} und {high}, und weniger als {smallest} ist hier nicht von Bedeutung.',
  showToSegment: 'Zeigen Sie sie diesen Besuchern.',
  showToEverybody: 'Zeigen Sie sie allen, oder behalten Sie eine kleine Holdout-Gruppe, um weiter zu messen.',
  giveAllTraffic: 'Geben Sie ihr den gesamten Traffic.',
  dontShowToSegment: 'Zeigen Sie sie diesen Besuchern nicht.',
  dontShowVariantToSegment: 'Zeigen Sie {variant} diesen Besuchern nicht.',
  stopCampaign: 'Beenden Sie die Kampagne.',
  stopVariant: 'Beenden Sie {variant}, und lassen Sie die anderen weiterlaufen.',
  noDifference: 'Es gibt keinen nennenswerten Unterschied.',
  campaignMakesNoDifference: 'Die Kampagne zu zeigen macht keinen nennenswerten Unterschied.',
  keepFavourite: 'Behalten Sie die Variante, die Ihnen am besten gefällt.',
  tryBolderOrStop: 'Probieren Sie etwas Mutigeres, oder beenden Sie die Kampagne.',
  tryBolder: 'Probieren Sie etwas Mutigeres.',
  keepRunning: 'Lassen Sie den Test weiterlaufen.',
  campaignWorks: 'Die Kampagne zu zeigen wirkt, aber welche Variante die beste ist, ist noch offen.',
  outlook:
    'Beim jetzigen Traffic dauert es noch etwa {days, plural, one {# Tag} other {# Tage}}, bis das Ergebnis feststeht.',
  willNotBeDecided:
    'Mit dem jetzigen Traffic fällt keine Entscheidung: Auch {days, plural, one {# weiterer Tag würde} other {# weitere Tage würden}} nicht reichen.',
  segmentNotJudged:
    'Über dieses Segment lässt sich nichts entscheiden: Es hat keine Aufrufe in den abgeschlossenen Wochen des Tests. Nach ihnen richtet sich, wie viele Belege ein Segment braucht.',
  tooEarly:
    'Für ein Ergebnis ist es zu früh: Jede Variante braucht {days} Tage, {visitors} Besucher und etwa {events} {eventNoun}.',
  toBeginWith: 'Zunächst braucht jede Variante {days} Tage, {visitors} Besucher und etwa {events} {eventNoun}.',

  variantWithoutTraffic: '{variant} soll {share} des Traffics erhalten, hat aber keine Besucher.',
  checkShown: 'Prüfen Sie, ob die Variante angezeigt wird und ob ihre Ereignisse sie nennen.',
  checkHoldoutMarked:
    'Prüfen Sie, ob die Stelle, an der nichts angezeigt wird, markiert ist und ob ihre Ereignisse sie nennen.',
  othersCompared: 'Das Ergebnis vergleicht die übrigen Varianten.',
  creditUneven:
    'Bestellungen werden nach Conversion zugeordnet, und wo nichts gezeigt wird, konvertiert niemand. Deshalb fehlen die Bestellungen der Holdout-Gruppe. Ordnen Sie sie nach Aufruf zu, oder nennen Sie bei jeder Bestellung die Variante.',
  holdoutWithoutOrders:
    'Die Holdout-Gruppe hat überhaupt keine Bestellungen. Ihre Bestellungen müssen sie nennen oder nach Aufruf zugeordnet werden. Sonst lässt sich nicht sagen, was ohne die Kampagne gekommen wäre.',
  holdoutCannotClick:
    'Wo nichts gezeigt wird, kann niemand klicken. Diese Kennzahl zeigt also nicht, was die Kampagne verändert; Bestellungen zeigen es.',
  sharesMismatch:
    'Die Besucher sind nicht wie geplant verteilt: {shares} von {total}. Zufall erklärt das nicht. In einer Variante gehen Besucher verloren oder werden doppelt gezählt, daher lassen sich die Raten nicht vergleichen. Prüfen Sie Weiterleitungen, Ladefehler und Bots.',
  shareInsteadOf: '{variant} {share} statt {planned}',
  severalVariants:
    'Etwa {visitors, plural, one {# Besucher} other {# Besucher}} von {total} ({share}) {visitors, plural, one {hat} other {haben}} mehr als eine Variante gesehen. Das verwischt den Unterschied. Prüfen Sie, ob ein Besucher immer dieselbe Variante sieht.',
  sampled:
    'Es wurde nur eine Stichprobe der Besucher ({share}) gezählt, weil der Test zu viele Ereignisse hat. Eine Stichprobe ändert sich mit neuen Ereignissen, deshalb wird nach ihr nichts entschieden.',
  sharesChanged:
    'Die Traffic-Anteile haben sich am {day} geändert. Der Test zählt ab dem Tag danach, denn Besucher von vor und nach einer Änderung dürfen nicht vermischt werden.',

  broughtTooEarly:
    'Was ohne die Kampagne gekommen wäre, lässt sich noch nicht sagen: Die Holdout-Gruppe und die übrigen Besucher brauchen jeweils {days} Tage, {visitors} Besucher und etwa {events} {eventNoun}.',
  broughtAtLeast: 'Mindestens {low} von {credited} wären ohne die Kampagne nicht gekommen.',
  broughtBetween: 'Zwischen {low} und {high} von {credited} wären ohne die Kampagne nicht gekommen.',
  costs:
    'Die Kampagne kostet {kind}: Ohne sie hätten dieselben Besucher zwischen {low} und {high} mehr gebracht, verglichen mit {credited}. Beenden Sie die Kampagne.',
  broughtUnknown:
    'Ob die Kampagne {kind} bringt, ist noch nicht bekannt. Von {credited} wären bis zu {most} ohne sie nicht gekommen; sie kann aber auch bis zu {cost} kosten.',
  creditedMoney: 'den {amount} aus zugeordneten Bestellungen',
  creditedOrders: '{count, plural, one {der # zugeordneten Bestellung} other {den # zugeordneten Bestellungen}}',
  creditedConversions: '{count, plural, one {der # zugeordneten Conversion} other {den # zugeordneten Conversions}}',

  againstHoldout: '{name} im Vergleich mit der Holdout-Gruppe:',
  experimentIn: 'Das Experiment in {name}:',
  keepSeveralRunning: '{count} Experimente sind noch nicht entschieden. Lassen Sie sie weiterlaufen: {experiments}.',
  severalWillNotBeDecided:
    '{count} Experimente werden mit dem jetzigen Traffic nicht entschieden: {experiments}. Probieren Sie darin etwas Mutigeres.',
  severalWithoutDifference:
    '{count} Experimente zeigen keinen nennenswerten Unterschied: {experiments}. Behalten Sie die Varianten, die Ihnen am besten gefallen.',
  experimentWithDays: '{name} (noch etwa {days, plural, one {# Tag} other {# Tage}})',
  rateFell:
    'Die Conversion-Rate von {name} ist signifikant gefallen: {rate} von {visitors} Besuchern, verglichen mit {before} in den {weeks} Wochen davor.',
  rateRose:
    'Die Conversion-Rate von {name} ist signifikant gestiegen: {rate} von {visitors} Besuchern, verglichen mit {before} in den {weeks} Wochen davor.',
  costsAWeek: 'Das kostet etwa {count, plural, one {# Conversion} other {# Conversions}} pro Woche.',
  costsMoneyAWeek:
    'Das kostet etwa {count, plural, one {# Conversion} other {# Conversions}} pro Woche im Wert von etwa {money}.',
  bringsAWeek: 'Das bringt etwa {count, plural, one {# Conversion} other {# Conversions}} pro Woche.',
  bringsMoneyAWeek:
    'Das bringt etwa {count, plural, one {# Conversion} other {# Conversions}} pro Woche im Wert von etwa {money}.',
  findCauseInCampaign: 'Finden Sie heraus, was sich in der Kampagne oder auf ihrer Seite geändert hat.',
  findCauseAndKeep: 'Finden Sie heraus, was sich geändert hat, und behalten Sie es bei.',
  stepLosesMore:
    'Schritt {step} von {funnel} verliert signifikant mehr Besucher als zuvor: {rate} von {visitors} sind weitergegangen, verglichen mit {before} in den {weeks} Wochen davor.',
  stepLosesMoreThanOthers:
    'Schritt {step} von {funnel} verliert signifikant mehr Besucher als derselbe Schritt von {variants}: {rate} von {visitors} sind weitergegangen, dort waren es {before}, über {weeks} Wochen gerechnet.',
  lostAWeek: 'Das sind {visitors} Besucher pro Woche.',
  lostMoneyAWeek: 'Das sind {visitors} Besucher pro Woche im Wert von etwa {money}.',
  checkStep: 'Prüfen Sie, was in diesem Schritt zu sehen ist, und probieren Sie ihn selbst aus.',
  revenueBelow: 'Der Umsatz betrug {revenue}, {change} unter dem Durchschnitt der {weeks} Wochen davor ({usual}).',
  revenueAbove: 'Der Umsatz betrug {revenue}, {change} über dem Durchschnitt der {weeks} Wochen davor ({usual}).',
  causeTraffic:
    'Eine Ursache ist der Traffic, der sich stärker verändert hat, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche.',
  causeTrafficIn:
    'Eine Ursache ist der Traffic, der sich stärker verändert hat, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche, vor allem in {name}.',
  trafficFell:
    'Der Traffic ist stärker gefallen, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche.',
  trafficFellIn:
    'Der Traffic ist stärker gefallen, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche, vor allem in {name}.',
  trafficRose:
    'Der Traffic ist stärker gestiegen, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche.',
  trafficRoseIn:
    'Der Traffic ist stärker gestiegen, als er üblicherweise schwankt: {visitors} Besucher, verglichen mit {usual} in einer üblichen Woche, vor allem in {name}.',
  causeOrdering:
    'Eine Ursache ist der Anteil der konvertierten Besucher, die bestellen. Er hat sich signifikant verändert: {orders} statt der erwarteten {expected} Bestellungen, vor allem in {name}.',
  tryToOrder: 'Versuchen Sie selbst, eine Bestellung aufzugeben.',
  causeOrderValue:
    'Eine Ursache ist der durchschnittliche Bestellwert, der sich signifikant verändert hat: {average}, verglichen mit {usual} in den {weeks} Wochen davor.',
  causeOrderValueIn:
    'Eine Ursache ist der durchschnittliche Bestellwert, der sich signifikant verändert hat: {average}, verglichen mit {usual} in den {weeks} Wochen davor, vor allem in {name}.',
  elementsUnused:
    '{count} Elemente werden gesehen, aber nicht benutzt: {elements}. Probieren Sie sie selbst aus. Wenn sie funktionieren, entfernen Sie sie oder machen Sie sie deutlicher.',
  elementOn: 'das Element {name} in Schritt {step} von {funnel}',
  elementNoLongerUsed:
    'Das Element {name} in Schritt {step} von {funnel} funktioniert nicht mehr oder wird nicht mehr bemerkt: Keiner von {visitors} Besuchern hat es diese Woche benutzt, zuvor waren es {before}. Probieren Sie es selbst aus.',
  elementNeverUsed:
    'Niemand benutzt das Element {name} in Schritt {step} von {funnel}: {visitors} Besucher in fünf Wochen, und keiner hat es benutzt. Prüfen Sie, ob es funktioniert. Wenn ja, entfernen Sie es oder machen Sie es deutlicher.',
  weakCampaign:
    '{name} erhält {share} der Besucher Ihrer {type}-Kampagnen und konvertiert {rate} davon. Die anderen sind signifikant besser: Sie konvertieren {othersRate} von {visitors}. Leiten Sie den Traffic auf eine bessere Kampagne, oder überarbeiten Sie diese hier.',
  wouldBring:
    'Wäre sie so gut wie die anderen, brächte sie etwa {count, plural, one {# Conversion} other {# Conversions}} pro Woche mehr.',
  wouldBringMoney:
    'Wäre sie so gut wie die anderen, brächte sie pro Woche etwa {count, plural, one {# Conversion} other {# Conversions}} mehr, im Wert von etwa {money}.',
  notEnoughData:
    'Für Empfehlungen reichen die Daten nicht: {visitors, plural, one {# Besucher} other {# Besucher}} in der Woche ab dem {day}. Nötig sind mindestens {least}.',
  weekBrought: 'Die Woche brachte {totals}.',
  weekBroughtAfter: 'Die Woche brachte {totals}, nach {totalsBefore} in der Woche davor.',
  totalsWithOrders:
    '{money} aus {orders, plural, one {# Bestellung} other {# Bestellungen}} bei {visitors, plural, one {# Besucher} other {# Besuchern}}',
  totalsWithConversions:
    '{conversions, plural, one {# Conversion} other {# Conversions}} bei {visitors, plural, one {# Besucher} other {# Besuchern}}',
  broughtMostRevenue:
    '{name} brachte am meisten: {part} von {whole}, bei {visitors, plural, one {# Besucher} other {# Besuchern}}.',
  broughtMostConversions:
    '{name} brachte am meisten: {part} von {whole, plural, one {# Conversion} other {# Conversions}}, bei {visitors, plural, one {# Besucher} other {# Besuchern}}.',
  bestVariant:
    'Von allen Varianten hatte {variant} von {name} die meisten Conversions: {conversions} bei {visitors, plural, one {# Besucher} other {# Besuchern}}.',
  weekFunnel:
    'Von {visitors, plural, one {# Besucher} other {# Besuchern}} haben {converted} konvertiert ({rate}) und {completed} abgeschlossen.',
  weekFunnelCompared:
    'Von {visitors, plural, one {# Besucher} other {# Besuchern}} haben {converted} konvertiert ({rate}, in den {weeks} Wochen davor {usual}) und {completed} abgeschlossen.',
  busiestDay: '{weekday} war der stärkste Tag, mit {views, plural, one {# Aufruf} other {# Aufrufen}}.',
  goalOnCourse: 'Ziel {name}: bisher {reached} von {target}, auf Kurs zu {forecast} ({low} bis {high}).',
  goalSoFar: 'Ziel {name}: bisher {reached} von {target}. Vor vier Wochen mit Zahlen gibt es keine Prognose.',
  goalAtRisk: 'Das Ziel {name} wird diesen Monat kaum noch erreicht.',
  checkGoal:
    'Die Prognose richtet sich nach Wochentagen, Stunden und Trend der letzten acht Wochen; selbst das obere Ende der Spanne liegt unter dem Ziel.',

  fallComesFrom:
    'Der Rückgang kommt aus dem Segment {dimension} {name}: {observed} {noun} statt etwa {expected}. Alle anderen sind stabil: {othersObserved} statt etwa {othersExpected}.',
  riseComesFrom:
    'Der Anstieg kommt aus dem Segment {dimension} {name}: {observed} {noun} statt etwa {expected}. Alle anderen sind stabil: {othersObserved} statt etwa {othersExpected}.',

  fewer: '{change} weniger {noun} am {day}: {count} statt etwa {expected}.',
  weekFewer: '{change} weniger {noun} in 7 Tagen: {count} statt {before} in den 7 Tagen davor.',
  more: '{change} mehr {noun} am {day}: {count} statt etwa {expected}.',
  expectedFrom: 'Die erwartete Zahl ergibt sich aus den letzten Wochen dieser Website und dem Wochentag.',
  sameIsTrueOf: 'Das gilt auch für {counts}.',
  countInsteadOf: '{noun} ({count} statt {expected})',
  checkDrop:
    'Prüfen Sie, ob die Seiten laden, ob der Tracker auf allen eingebunden ist und ob eine Anzeige oder ein Link ausgelaufen ist.',
  checkSpike: 'Sehen Sie nach, woher sie kommen: von einer neuen Anzeige, einem neuen Link oder von Bots.',
  eventsStopped:
    'Seit {hours, plural, one {# Stunde} other {# Stunden}} sind keine Ereignisse eingegangen; die letzten kamen am {day}.',
  checkEvents:
    'Diese Website hat an einem solchen Tag üblicherweise etwa {visitors} Besucher. Prüfen Sie, ob die Website erreichbar ist, ob ihre Seiten den Tracker noch laden und ob ihr Schlüssel gültig ist; falls Ihre Server die Ereignisse senden, prüfen Sie, ob sie das tun.',
  experimentNotTrusted: 'Den Zahlen des Experiments in {name} ist nicht zu trauen.',
  decidedWinner: 'Das Experiment in {name} ist entschieden: Es gibt einen Gewinner.',
  decidedLoser: 'Das Experiment in {name} ist entschieden: Eine Variante verliert.',
  decidedHarmful: 'Das Experiment in {name} ist entschieden: Die Kampagne zu zeigen schadet.',
  decidedNoDifference: 'Das Experiment in {name} ist entschieden: Es gibt keinen nennenswerten Unterschied.',

  noEventHasValue: 'Kein Ereignis dieser Website seit dem {day} hat {asked}, also wird nichts gezählt.',
  noCampaignHasValue: 'Keine Kampagne dieser Website hat {asked}, also gibt es keine.',
  nearestValues: 'Die ähnlichsten Werte sind {values}: Fragen Sie nach einem davon.',
  largestValues: 'Die häufigsten Werte sind {values}: Fragen Sie nach einem davon.',
  noOtherValues: 'Es gibt auch keine anderen Werte.',
  windowBeforeFirstDay:
    'Alle diese Tage liegen vor dem {day}, dem ersten Tag mit Ereignissen. Fragen Sie nach Tagen seitdem.',
  windowInTheFuture:
    'Alle diese Tage liegen nach heute, dem {day}, also ist noch nichts geschehen. Fragen Sie nach Tagen bis heute.',
  nothingBeforeAllTime:
    'Nichts wird verglichen: Vor dem Anfang gibt es keinen Zeitraum. Fragen Sie zum Vergleichen nach einem anderen Zeitraum.',
  insightsWeekAlone:
    'Nichts wird verglichen: Die Woche der Erkenntnisse steht für sich. Fragen Sie zum Vergleichen nach ihren Tagen als eigenem Zeitraum.',
  previousBeforeYear1:
    'Nichts wird verglichen: Der vorherige Zeitraum würde vor dem Jahr 1 beginnen. Fragen Sie zum Vergleichen nach weniger Tagen.',
  windowBeginsEarlier:
    'Diese Tage beginnen vor dem {day}, dem ersten Tag mit Ereignissen: Die Zahlen sind die seitdem.',
  previousBeginsEarlier:
    'Der verglichene Zeitraum beginnt vor dem {day}, dem ersten Tag mit Ereignissen, daher sagen Veränderungen wenig. Vergleichen Sie Tage seitdem.',
  mostHaveNoValue:
    '{share} der Aufrufe an diesen Tagen haben keinen Wert der Dimension {dimension}, und an keinem Tag haben die meisten einen. Von jedem Segment fehlt also ein Teil.',
  mostHaveNoValueUntil:
    '{share} der Aufrufe an diesen Tagen haben keinen Wert der Dimension {dimension}: Die meisten haben erst seit dem {day} einen. Fragen Sie nach Tagen seitdem.',
  comparedTooEarly:
    'Dieser Zeitraum endet erst mit dem {day} und wird mit einem verglichen, der vorbei ist. Fragen Sie mit compare=same_part, um ihn mit demselben Teil des vorherigen Zeitraums zu vergleichen, oder nach Tagen, die vorbei sind.',
  comparedYearTooEarly:
    'Dieser Zeitraum endet erst mit dem {day} und wird mit einem verglichen, der vorbei ist. Fragen Sie, wo es diesen Parameter gibt, mit same_part=true, um ihn mit demselben Teil des Vorjahres zu vergleichen, oder nach Tagen, die vorbei sind.',
  comparedWholeTooEarly:
    'Dieser Zeitraum endet erst mit dem {day} und wird mit einem verglichen, der vorbei ist. Fragen Sie nach Tagen, die vorbei sind.',
  withinNoise:
    'Zufällige Schwankung erklärt die Veränderungen von {metrics}: So stark schwankt diese Website ohnehin. Berichten Sie sie nicht als Anstieg oder Rückgang.',
  onlyNews:
    'Zufällige Schwankung erklärt alle Veränderungen außer diesen: {changes}. Berichten Sie die anderen nicht als Anstieg oder Rückgang.',
  allNoise:
    'Zufällige Schwankung erklärt alle Veränderungen dieser Liste: Berichten Sie keine davon als Anstieg oder Rückgang.',
  changeOf: '{metric} von {name}',
  includesHoldout:
    'Diese Zahlen enthalten Besucher, denen nichts gezeigt wurde: {holdouts}. Was sie getan haben, ist nicht in den Zahlen der Kampagne. Rechnen Sie es nicht zu dem, was die Kampagne eingebracht hat.',
  holdoutWithVisitors: '{name} ({visitors, plural, one {# Besucher} other {# Besucher}})',
  holdoutWithViews: '{name} ({views, plural, one {# Aufruf} other {# Aufrufe}})',
  mixedCurrencies:
    'Diese Summen addieren {currencies} ohne Umrechnung und sind daher keine Geldbeträge. Nehmen Sie den Umsatz in jeder Währung.',
  comparedEstimated:
    'Die eindeutigen Besucher der Vergleichstage sind Schätzungen, meist auf 1 % genau: Deren Ereignisse sind nicht alle gespeichert oder zu viele. Die des Zeitraums selbst sind gezählt.',
  unknownAsDirect:
    'Bis zum Tag vor dem {day} zählten Ereignisse, die nichts über ihren Besuch sagten, als direkt. Unter den direkten dieser Tage sind {views, plural, one {# Ansicht} other {# Ansichten}} und {orders, plural, one {# Bestellung} other {# Bestellungen}} ohne Seite, Gerät und Quelle.',
  ordersWithoutVisit:
    'Die Bestellungen ohne Kanal kamen von einem Server, der nichts über den Besuch gesagt hat. Die Attribution weiß, was ihre Besucher vorher berührt hatten.',
  noContactsEver:
    'Für diese Website wurde noch nie ein Kontakt gespeichert, also gibt es nichts zu zählen. Kontakte kommen aus Formularen (data-form), von POST /contacts und aus dem Dashboard.',
  notWatched: 'Noch wird nichts überwacht: Diese Website hat keine Ereignisse.',
  watchedSince:
    'Einbrüche und Anstiege dieser Website werden seit dem {day} gefunden, und zwar an Tagen, an denen mindestens {least} Besucher, konvertierende Besucher oder Bestellungen erwartet werden. Über kleinere Zahlen sagt das Fehlen von Meldungen nichts.',
  watchedFrom:
    'Einbrüche und Anstiege dieser Website werden ab dem {day} gefunden, nach sechs Wochen mit Ereignissen, und zwar an Tagen, an denen mindestens {least} Besucher, konvertierende Besucher oder Bestellungen erwartet werden. Vorher sagt das Fehlen von Meldungen nichts.',
  elementsGetNoViews:
    'Für {elements} wurden keine Aufrufe gesendet, also sagen 0 Aufrufe und Raten von 0 nichts über sie. Lesen Sie die anderen Zahlen und die Aufrufe ihres Schritts.',
  ordersWithoutCampaign:
    '{orders, plural, one {# Bestellung} other {# Bestellungen}} mit {revenue} an diesen Tagen {orders, plural, one {gehört} other {gehören}} zu keiner Kampagne.',
  ordersOfHoldouts:
    '{orders, plural, one {# Bestellung} other {# Bestellungen}} mit {revenue} {orders, plural, one {stammt} other {stammen}} aus Kontrollgruppen, deren Besuchern nichts gezeigt wurde: Keine Kampagne hat sie eingebracht.',
  ordersOfThePart: 'Hier zählt nur, was zu den Filtern und Zeiten der Liste passt.',
  visitorsEstimated:
    'Diese eindeutigen Besucher sind Schätzungen, meist auf 1 % genau, weil es mehr als {events} Ereignisse sind. Für genaue Zahlen wählen Sie weniger Tage.',
  visitorsAddedPerDay:
    'Besucher sind innerhalb eines Tages eindeutig und werden über die Tage addiert: Wer an mehreren Tagen kam, zählt mehrmals. Vergleichen Sie sie nur mit Besuchern, die ebenso addiert sind.',
  hasHistory:
    '{days, plural, one {# Tag} other {# Tage}} dieses Zeitraums oder des Zeitraums davor hat {tools} gezählt. Dieser importierte Verlauf ist nicht in diesen Zahlen: Der Bericht über die Zugriffe hat ihn.',
  hasHistoryWithVisitors:
    'An {days, plural, one {# Tag} other {# Tagen}} dieses Zeitraums oder des Zeitraums davor hat {tools} {visitors, plural, one {# Besucher} other {# Besucher}} gezählt, je Tag addiert. Dieser importierte Verlauf ist nicht in diesen Zahlen: Der Bericht über die Zugriffe hat ihn.',

  quoted: '„{name}“',
  unnamedVariant: 'Variante {name}',
  unnamedVariantInList: 'Variante {name}',
  variantOfCampaign: '{name} ({variant})',
  holdout: 'die Holdout-Gruppe',
  holdoutFirst: 'die Holdout-Gruppe',
  rivalHoldout: 'der Holdout-Gruppe',
  aConversionRate: 'einer Conversion-Rate',
  aCompletionRate: 'einer Abschlussrate',
  aSubscribeRate: 'einer Anmelderate',
  anOrderRate: 'einer Bestellrate',
  aRevenuePerVisitor: 'einem Umsatz pro Besucher',
  conversions: 'Conversions',
  completions: 'Abschlüsse',
  subscribers: 'Anmeldungen',
  orders: 'Bestellungen',
  kindMoney: 'Geld',
  kindOrders: 'Bestellungen',
  kindConversions: 'Conversions',
  visitors: 'Besucher',
  visitorsWhoConverted: 'konvertierte Besucher',
  visitorsWhoContinued: 'Besucher, die weitergegangen sind,',
  channel: 'Kanal',
  source: 'Quelle',
  medium: 'Medium',
  utmCampaign: 'UTM-Kampagne',
  referrer: 'verweisende Website',
  device: 'Gerät',
  browser: 'Browser',
  operatingSystem: 'Betriebssystem',
  country: 'Land',
  language: 'Sprache',
  page: 'Seite',
  kindOfVisitor: 'Besuchertyp',
  device_desktop: 'Computer',
  device_mobile: 'Smartphone',
  device_tablet: 'Tablet',
  visitor_type_new: 'Neu',
  visitor_type_returning: 'Wiederkehrend',
  channel_direct: 'Direkt',
  channel_organic_search: 'Organische Suche',
  channel_paid_search: 'Bezahlte Suche',
  channel_organic_social: 'Soziale Medien (organisch)',
  channel_paid_social: 'Soziale Medien (bezahlt)',
  channel_email: 'E-Mail',
  channel_display: 'Display',
  channel_affiliates: 'Affiliates',
  channel_referral: 'Verweise',
  channel_other: 'Sonstiges',

  // The story of a contact: what is not known.
  storyEventsNotKept:
    'Die Website speichert ihre Ereignisse nicht. Deshalb sind nur der Kontakt selbst und seine Bestellungen bekannt. Wenn Sie in den Einstellungen der Website „Ereignisse für Segmente speichern“ einschalten, sehen Sie von da an mehr.',
  storyVisitorUnknown:
    'Nichts von dem, was gezählt wurde, gehört zum Besucher dieses Kontakts. Deshalb wird nur gezeigt, was der Kontakt selbst sagt. Ein Besucher, der nicht eingewilligt hat, bekommt jeden Tag eine andere Kennung, und nichts verrät, dass es dieselbe Person ist.',
  storyKeptFrom: 'Ereignisse vor dem {day} sind nicht gespeichert.',
  storyNotAllRead: 'Es gibt zu viel zu lesen: Gezeigt wird nur, was seit dem {day} geschehen ist.',
  storyDaysWithout:
    '{days, plural, one {An # Tag gab es so viele Ereignisse, dass die dieses Besuchers nicht gespeichert wurden.} other {An # Tagen gab es so viele Ereignisse, dass die dieses Besuchers nicht gespeichert wurden.}}',

  // What became of a message.
  deliveryReceiverStatus: 'Der Empfänger hat mit Status {status} geantwortet.',
  deliveryReceiverRedirects:
    'Der Empfänger hat mit Status {status} geantwortet. Weiterleitungen werden nicht verfolgt: Geben Sie die URL an, zu der er weiterleitet.',
  deliveryReceiverTooSlow: 'Der Empfänger hat nicht rechtzeitig geantwortet.',
  deliveryReceiverNotReached: 'Der Empfänger war nicht erreichbar: {reason}',
  deliveryUrlNotPublic: '{host} ist keine öffentliche Internetadresse.',
  deliveryUrlNotHttps: 'Nur https-URLs werden abgerufen.',
  deliveryUrlWithCredentials: 'URLs mit Zugangsdaten werden nicht abgerufen.',
  deliveryAttemptInterrupted: 'Der letzte Versuch wurde unterbrochen.',
  deliveryAttemptTooLong: 'Der Versuch hat zu lange gedauert.',
  deliveryServiceCouldNotSend: 'Der Dienst konnte die Nachricht nicht senden.',
  deliveryStoredMessageUnreadable: 'Die gespeicherte Nachricht ist nicht lesbar.',
  deliveryNoMailServer: 'Diese Installation versendet keine E-Mails. Der Betreiber muss SMTP_URL und MAIL_FROM setzen.',
  deliveryMailRefused: 'Der Mailserver hat die Nachricht nicht angenommen.',
  deliveryMailRefusedWith: 'Der Mailserver hat die Nachricht nicht angenommen (Status {status}).',
  deliveryMailServerTookTest: 'Der Mailserver hat die Testbenachrichtigung angenommen.',
  deliveryMailServerTookReport: 'Der Mailserver hat den Bericht angenommen.',
  deliverySlackTookTest: 'Slack hat die Testbenachrichtigung angenommen.',
  deliverySlackTookReport: 'Slack hat den Bericht angenommen.',
  deliveryReceiverTookTest: 'Der Empfänger hat die Testbenachrichtigung angenommen.',
  deliveryReceiverTookReport: 'Der Empfänger hat den Bericht angenommen.',
  deliveryMailsOfDaySent: 'Das Konto darf {count} E-Mails am Tag senden. Diese wird morgen gesendet.',
} satisfies SentenceTexts;
