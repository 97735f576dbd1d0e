// What the service says about a website in its own words: verdicts, insights, alerts. A text is one sentence, or several that always stand
// together, or words in one. See ../sentence.ts.
export default {
  // Experiments: verdicts.
  onlyOneVariant: 'Only one variant gets traffic, so there is nothing to compare.',
  doNotAct: "Don't act on these numbers.",
  testStarts: 'The test starts on the first day on which every variant has visitors.',
  wins: '{variant} wins with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}).',
  loses:
    '{variant} loses with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}).',
  hasRate:
    '{variant} has {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}).',
  harms:
    'Showing the campaign harms: {variant} has {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}).',
  aheadBetween:
    '{variant} is ahead with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}), but the true lift may be anything from {low} to {high}.',
  aheadFrom:
    '{variant} is ahead with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}), but the true lift may be anything from {low} up.',
  controlAheadBetween:
    '{variant} is ahead with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}), but the true lift of {rival} over it may be anything from {low} to {high}.',
  controlAheadFrom:
    '{variant} is ahead with {metric} of {rate} ({visitors, plural, one {# visitor} other {# visitors}}) against {rivalRate} of {rival} ({rivalVisitors, plural, one {# visitor} other {# visitors}}), but the true lift of {rival} over it may be anything from {low} up.',
  liftBetween: 'The true lift is between {low} and {high}.',
  liftAtLeast: 'The true lift is at least {low}.',
  liftOfNothingBetween: 'The true lift of showing nothing is between {low} and {high}.',
  liftOfNothingAtLeast: 'The true lift of showing nothing is at least {low}.',
  liftOverItBetween: 'The true lift of {rival} over it is between {low} and {high}.',
  liftOverItAtLeast: 'The true lift of {rival} over it is at least {low}.',
  liftTooSmall: 'The true lift is between {low} and {high}, and less than {smallest} does not matter here.',
  showToSegment: 'Show it to these visitors.',
  showToEverybody: 'Show it to everybody, or keep a small holdout to go on measuring.',
  giveAllTraffic: 'Give it all the traffic.',
  dontShowToSegment: "Don't show it to these visitors.",
  dontShowVariantToSegment: "Don't show {variant} to these visitors.",
  stopCampaign: 'Stop the campaign.',
  stopVariant: 'Stop {variant} and let the others go on.',
  noDifference: 'There is no difference worth having.',
  campaignMakesNoDifference: 'Showing the campaign makes no difference worth having.',
  keepFavourite: 'Keep the variant that you like best.',
  tryBolderOrStop: 'Try something bolder, or stop the campaign.',
  tryBolder: 'Try something bolder.',
  keepRunning: 'Keep it running.',
  campaignWorks: 'Showing the campaign works, but which variant is best is open.',
  outlook: 'At the present traffic it takes about {days, plural, one {# more day} other {# more days}} to settle.',
  willNotBeDecided:
    'This will not be decided with the current traffic: {days, plural, one {# more day} other {# more days}} would not be enough.',
  segmentNotJudged:
    'Nothing is decided about this segment: it has no views in the weeks of the test that are over. They decide how much evidence a segment needs.',
  tooEarly:
    'It is too early to tell: every variant needs {days} days, {visitors} visitors and about {events} {eventNoun}.',
  toBeginWith: 'To begin with, every variant needs {days} days, {visitors} visitors and about {events} {eventNoun}.',

  // Experiments: whether the numbers can be trusted.
  variantWithoutTraffic: '{variant} should get {share} of the traffic but has no visitors.',
  checkShown: 'Check that it is shown and that its events name it.',
  checkHoldoutMarked: 'Check that the place where nothing is shown is marked, and that its events name it.',
  othersCompared: 'The verdict compares the other variants.',
  creditUneven:
    'Orders are credited by conversion, and nobody converts where nothing is shown. So orders of the holdout are missing. Credit them by view, or name the variant with every order.',
  holdoutWithoutOrders:
    'The holdout has no orders at all. Its orders have to name it, or to be credited by view, or nothing can be said about what would have come without the campaign.',
  holdoutCannotClick:
    'Where nothing is shown, nobody can click. So this metric does not tell what the campaign changes; orders do.',
  sharesMismatch:
    'The visitors are not divided as planned: {shares} of {total}. Chance does not explain this. Some visitors are lost or counted twice in one variant, so the rates cannot be compared. Check redirects, loading errors and bots.',
  shareInsteadOf: '{variant} {share} instead of {planned}',
  severalVariants:
    'About {visitors, plural, one {# visitor} other {# visitors}} of {total} ({share}) saw more than one variant. They blur the difference. Check that a visitor keeps the same variant.',
  sampled:
    'Only a sample of the visitors ({share}) was counted, because the test has too many events. A sample changes as events come in, so nothing is decided by it.',
  sharesChanged:
    'The traffic shares changed on {day}. The test counts from the day after, because visitors from before and after a change must not be mixed.',

  // Campaigns with a holdout: what they bring.
  broughtTooEarly:
    'It is too early to say what would have come without it: the holdout and the others need {days} days, {visitors} visitors and about {events} {eventNoun} each.',
  broughtAtLeast: 'At least {low} of {credited} would not have come without it.',
  broughtBetween: 'Between {low} and {high} of {credited} would not have come without it.',
  costs:
    'It costs {kind}: without it, the same visitors would have brought between {low} and {high} more than {credited}. Stop the campaign.',
  broughtUnknown:
    'It is not known yet whether it brings any {kind}. Of {credited}, up to {most} would not have come without it; it may also cost up to {cost}.',
  creditedMoney: 'the {amount} that were credited',
  creditedOrders: 'the {count, plural, one {# order} other {# orders}} that were credited',
  creditedConversions: 'the {count, plural, one {# conversion} other {# conversions}} that were credited',

  // Insights of a week.
  againstHoldout: '{name} against its holdout:',
  experimentIn: 'The experiment in {name}:',
  keepSeveralRunning: '{count} experiments are not settled yet. Keep them running: {experiments}.',
  severalWillNotBeDecided:
    '{count} experiments will not be decided with the current traffic: {experiments}. Try something bolder in them.',
  severalWithoutDifference:
    '{count} experiments show no difference worth having: {experiments}. Keep the variants that you like best.',
  experimentWithDays: '{name} (about {days, plural, one {# more day} other {# more days}})',
  rateFell:
    'The conversion rate of {name} fell significantly: {rate} of {visitors} visitors, compared with {before} in the previous {weeks} weeks.',
  rateRose:
    'The conversion rate of {name} rose significantly: {rate} of {visitors} visitors, compared with {before} in the previous {weeks} weeks.',
  costsAWeek: 'That costs about {count, plural, one {# conversion} other {# conversions}} a week.',
  costsMoneyAWeek:
    'That costs about {count, plural, one {# conversion} other {# conversions}} a week, worth about {money}.',
  bringsAWeek: 'That brings about {count, plural, one {# conversion} other {# conversions}} a week.',
  bringsMoneyAWeek:
    'That brings about {count, plural, one {# conversion} other {# conversions}} a week, worth about {money}.',
  findCauseInCampaign: 'Find out what changed in the campaign or on its page.',
  findCauseAndKeep: 'Find out what changed, and keep it.',
  stepLosesMore:
    'Step {step} of {funnel} loses significantly more visitors than before: {rate} of {visitors} continued, compared with {before} in the previous {weeks} weeks.',
  stepLosesMoreThanOthers:
    'Step {step} of {funnel} loses significantly more visitors than the same step of {variants}: {rate} of {visitors} continued, compared with {before} there, over {weeks} weeks.',
  lostAWeek: 'That is {visitors} visitors a week.',
  lostMoneyAWeek: 'That is {visitors} visitors a week, worth about {money}.',
  checkStep: 'Check what is on this step, and try it yourself.',
  revenueBelow: 'Revenue was {revenue}, {change} below the average of the previous {weeks} weeks ({usual}).',
  revenueAbove: 'Revenue was {revenue}, {change} above the average of the previous {weeks} weeks ({usual}).',
  causeTraffic:
    'One cause is traffic, which changed more than it usually varies: {visitors} visitors, compared with {usual} in a usual week.',
  causeTrafficIn:
    'One cause is traffic, which changed more than it usually varies: {visitors} visitors, compared with {usual} in a usual week, mostly in {name}.',
  trafficFell: 'Traffic fell more than it usually varies: {visitors} visitors, compared with {usual} in a usual week.',
  trafficFellIn:
    'Traffic fell more than it usually varies: {visitors} visitors, compared with {usual} in a usual week, mostly in {name}.',
  trafficRose: 'Traffic rose more than it usually varies: {visitors} visitors, compared with {usual} in a usual week.',
  trafficRoseIn:
    'Traffic rose more than it usually varies: {visitors} visitors, compared with {usual} in a usual week, mostly in {name}.',
  causeOrdering:
    'One cause is the share of converted visitors who order, which changed significantly: {orders} orders instead of the expected {expected}, mostly in {name}.',
  tryToOrder: 'Try to place an order yourself.',
  causeOrderValue:
    'One cause is the average order value, which changed significantly: {average}, compared with {usual} in the previous {weeks} weeks.',
  causeOrderValueIn:
    'One cause is the average order value, which changed significantly: {average}, compared with {usual} in the previous {weeks} weeks, mostly in {name}.',
  elementsUnused:
    '{count} elements are seen but not used: {elements}. Try them yourself. If they work, remove them or make them clearer.',
  elementOn: 'the {name} element on step {step} of {funnel}',
  elementNoLongerUsed:
    'The {name} element on step {step} of {funnel} no longer works, or is no longer noticed: none of {visitors} visitors used it this week, compared with {before} before. Try it yourself.',
  elementNeverUsed:
    'Nobody uses the {name} element on step {step} of {funnel}: {visitors} visitors in five weeks, and not one use. Check that it works. If it does, remove it or make it clearer.',
  weakCampaign:
    '{name} gets {share} of the visitors of your {type} campaigns and converts {rate} of them. The others are significantly better: they convert {othersRate} of {visitors}. Send the traffic to a better campaign, or rework this one.',
  wouldBring:
    'If it were as good as the others, it would bring about {count, plural, one {# conversion} other {# conversions}} a week more.',
  wouldBringMoney:
    'If it were as good as the others, it would bring about {count, plural, one {# conversion} other {# conversions}} a week, worth about {money} more.',
  notEnoughData:
    'There is not enough data for recommendations: {visitors, plural, one {# visitor} other {# visitors}} in the week of {day}. At least {least} are needed.',
  weekBrought: 'The week brought {totals}.',
  weekBroughtAfter: 'The week brought {totals}, after {totalsBefore} the week before.',
  totalsWithOrders:
    '{money} from {orders, plural, one {# order} other {# orders}} and {visitors, plural, one {# visitor} other {# visitors}}',
  totalsWithConversions:
    '{conversions, plural, one {# conversion} other {# conversions}} from {visitors, plural, one {# visitor} other {# visitors}}',
  broughtMostRevenue:
    '{name} brought the most: {part} of {whole}, with {visitors, plural, one {# visitor} other {# visitors}}.',
  broughtMostConversions:
    '{name} brought the most: {part} of {whole, plural, one {# conversion} other {# conversions}}, with {visitors, plural, one {# visitor} other {# visitors}}.',
  bestVariant:
    'Of all variants, {variant} of {name} had the most conversions: {conversions} from {visitors, plural, one {# visitor} other {# visitors}}.',
  weekFunnel:
    'Of {visitors, plural, one {# visitor} other {# visitors}}, {converted} converted, {rate}, and {completed} completed.',
  weekFunnelCompared:
    'Of {visitors, plural, one {# visitor} other {# visitors}}, {converted} converted, {rate} ({usual} in the previous {weeks} weeks), and {completed} completed.',
  busiestDay: '{weekday} was the busiest day, with {views, plural, one {# view} other {# views}}.',
  goalOnCourse: 'Goal {name}: {reached} of {target} so far, on course for {forecast} ({low} to {high}).',
  goalSoFar: 'Goal {name}: {reached} of {target} so far. There is no forecast before four weeks of numbers.',
  goalAtRisk: 'The goal {name} will hardly be reached this month.',
  checkGoal:
    'The forecast goes by the weekdays, hours and trend of the last eight weeks; even the upper end of its range is below the target.',

  // Which segment explains a fall or a rise.
  fallComesFrom:
    'The fall comes from the {dimension} {name}: {observed} {noun} instead of about {expected}. All others are stable: {othersObserved} instead of about {othersExpected}.',
  riseComesFrom:
    'The rise comes from the {dimension} {name}: {observed} {noun} instead of about {expected}. All others are stable: {othersObserved} instead of about {othersExpected}.',

  // Alerts.
  fewer: '{change} fewer {noun} on {day}: {count} instead of about {expected}.',
  weekFewer: '{change} fewer {noun} in 7 days: {count} instead of {before} in the 7 days before.',
  more: '{change} more {noun} on {day}: {count} instead of about {expected}.',
  expectedFrom: 'The expected number comes from the last weeks of this website and the day of the week.',
  sameIsTrueOf: 'The same is true of {counts}.',
  countInsteadOf: '{noun} ({count} instead of {expected})',
  checkDrop: 'Check that the pages load, that the tracker is on all of them, and whether an ad or a link has ended.',
  checkSpike: 'Look at where they come from: a new ad or link, or bots.',
  eventsStopped:
    'No events have arrived for {hours, plural, one {# hour} other {# hours}}: the last ones were on {day}.',
  checkEvents:
    'This website usually has about {visitors} visitors on such a day. Check that the website is up, that its pages still load the tracker, and that its key is valid; if your servers send the events, check that they do.',
  experimentNotTrusted: "The numbers of the experiment in {name} can't be trusted.",
  decidedWinner: 'The experiment in {name} is decided: there is a winner.',
  decidedLoser: 'The experiment in {name} is decided: one variant loses.',
  decidedHarmful: 'The experiment in {name} is decided: showing the campaign harms.',
  decidedNoDifference: 'The experiment in {name} is decided: there is no difference worth having.',

  // Notes on the numbers of a report.
  noEventHasValue: 'No event of this website since {day} has {asked}, so nothing is counted.',
  noCampaignHasValue: 'No campaign of this website has {asked}, so there are none.',
  nearestValues: 'The nearest values are {values}: ask for one of these.',
  largestValues: 'The most frequent values are {values}: ask for one of these.',
  noOtherValues: 'There are no other values either.',
  windowBeforeFirstDay: 'All of these days are before {day}, the first day with events. Ask for days since then.',
  windowInTheFuture:
    'All of these days are after today, which is {day}, so nothing has happened yet. Ask for days until today.',
  nothingBeforeAllTime:
    'Nothing is compared: nothing comes before the beginning. To compare, ask for another timeframe.',
  insightsWeekAlone:
    'Nothing is compared: the week of the insights stands alone. To compare, ask for its days as a custom range.',
  previousBeforeYear1:
    'Nothing is compared: the period before would begin before the year 1. To compare, ask for fewer days.',
  windowBeginsEarlier: 'These days begin before {day}, the first day with events: the numbers are those since then.',
  previousBeginsEarlier:
    'The period that is compared begins before {day}, the first day with events, so changes say little. Compare days since then.',
  mostHaveNoValue:
    '{share} of the views on these days have no value of the dimension {dimension}, and on no day most have one. So a part of every segment is missing.',
  mostHaveNoValueUntil:
    '{share} of the views on these days have no value of the dimension {dimension}: most have one only since {day}. Ask for days since then.',
  comparedTooEarly:
    'This period is not over until the end of {day}, and is compared with one that is. Ask with compare=same_part to compare it with the same part of the period before, or ask for days that are over.',
  comparedYearTooEarly:
    'This period is not over until the end of {day}, and is compared with one that is. Ask with same_part=true, where it is a parameter, to compare it with the same part of the year before, or ask for days that are over.',
  comparedWholeTooEarly:
    'This period is not over until the end of {day}, and is compared with one that is. Ask for days that are over.',
  withinNoise:
    'Random variation explains the changes of {metrics}: this website varies as much anyway. Do not report them as rises or falls.',
  onlyNews: 'Random variation explains all changes but these: {changes}. Do not report the others as rises or falls.',
  allNoise: 'Random variation explains all changes of this list: do not report any of them as a rise or a fall.',
  changeOf: '{metric} of {name}',
  includesHoldout:
    'These numbers include visitors who were shown nothing: {holdouts}. What they did is not in the numbers of the campaign. Leave it out of what the campaign earned.',
  holdoutWithVisitors: '{name} ({visitors, plural, one {# visitor} other {# visitors}})',
  holdoutWithViews: '{name} ({views, plural, one {# view} other {# views}})',
  mixedCurrencies:
    'These sums add up {currencies} without conversion, so they are no amounts of money. Use the revenue in each currency.',
  comparedEstimated:
    'The unique visitors of the compared days are estimates, usually within 1%: their events are not all kept, or are too many. Those of the period itself are counted.',
  unknownAsDirect:
    'Until the day before {day}, events that said nothing about their visit counted as direct. Among the direct ones of these days are {views, plural, one {# view} other {# views}} and {orders, plural, one {# order} other {# orders}} without page, device or source.',
  ordersWithoutVisit:
    'The orders without a channel came from a server that said nothing about the visit. Attribution knows what their visitors had touched before.',
  noContactsEver:
    'No contact of this website was ever stored, so there is nothing to count. Contacts come from forms (data-form), from POST /contacts and from the dashboard.',
  notWatched: 'Nothing is watched yet: this website has no events.',
  watchedSince:
    'Drops and spikes of this website are found since {day}, on days on which at least {least} visitors, converting visitors or orders are expected. No alert says nothing about smaller counts.',
  watchedFrom:
    'Drops and spikes of this website are found from {day} on, after six weeks of events, and on days on which at least {least} visitors, converting visitors or orders are expected. Before, no alert says nothing.',
  elementsGetNoViews:
    'No views were sent for {elements}, so 0 views and rates of 0 say nothing about them. Read the other counts, and the views of their step.',
  ordersWithoutCampaign:
    '{orders, plural, one {# order with {revenue} on these days belongs} other {# orders with {revenue} on these days belong}} to no campaign.',
  ordersOfHoldouts:
    '{orders, plural, one {# order with {revenue} is that} other {# orders with {revenue} are those}} of holdouts, whose visitors were shown nothing: no campaign earned this.',
  ordersOfThePart: 'Only what matches the filters and times of the list counts here.',
  visitorsEstimated:
    'These unique visitors are estimates, usually within 1%, because there are more than {events} events. For exact ones, choose fewer days.',
  visitorsAddedPerDay:
    'Visitors are unique within each day and added up over the days, so whoever came on several days counts several times. Compare them only with visitors that are added up in the same way.',
  hasHistory:
    '{tools} counted {days, plural, one {# day} other {# days}} of this period or the one before. That imported history is not in these numbers: the traffic report has it.',
  hasHistoryWithVisitors:
    '{tools} counted {visitors, plural, one {# visitor} other {# visitors}}, added up per day, on {days, plural, one {# day} other {# days}} of this period or the one before. That imported history is not in these numbers: the traffic report has it.',

  // Words in these sentences.
  quoted: '“{name}”',
  unnamedVariant: 'variant {name}',
  unnamedVariantInList: 'variant {name}',
  variantOfCampaign: '{name} ({variant})',
  holdout: 'the holdout',
  holdoutFirst: 'The holdout',
  rivalHoldout: 'the holdout',
  aConversionRate: 'a conversion rate',
  aCompletionRate: 'a completion rate',
  aSubscribeRate: 'a subscribe rate',
  anOrderRate: 'an order rate',
  aRevenuePerVisitor: 'a revenue per visitor',
  conversions: 'conversions',
  completions: 'completions',
  subscribers: 'subscribers',
  orders: 'orders',
  kindMoney: 'money',
  kindOrders: 'orders',
  kindConversions: 'conversions',
  visitors: 'visitors',
  visitorsWhoConverted: 'visitors who converted',
  visitorsWhoContinued: 'visitors who continued',
  channel: 'channel',
  source: 'source',
  medium: 'medium',
  utmCampaign: 'UTM campaign',
  referrer: 'referrer',
  device: 'device',
  browser: 'browser',
  operatingSystem: 'operating system',
  country: 'country',
  language: 'language',
  page: 'page',
  kindOfVisitor: 'kind of visitor',
  device_desktop: 'desktop',
  device_mobile: 'mobile',
  device_tablet: 'tablet',
  visitor_type_new: 'new',
  visitor_type_returning: 'returning',
  channel_direct: 'direct',
  channel_organic_search: 'organic search',
  channel_paid_search: 'paid search',
  channel_organic_social: 'organic social',
  channel_paid_social: 'paid social',
  channel_email: 'email',
  channel_display: 'display',
  channel_affiliates: 'affiliates',
  channel_referral: 'referral',
  channel_other: 'other',

  // The story of a contact: what is not known.
  storyEventsNotKept:
    'The website does not keep its events, so only the contact itself and its orders are known. Switch on “Keep events for segments” in the settings of the website to see more from then on.',
  storyVisitorUnknown:
    'Nothing that was counted belongs to the visitor of this contact, so only what the contact itself says is shown. A visitor who has not consented gets another id every day, and nothing tells that it is the same person.',
  storyKeptFrom: 'Events before {day} are not kept.',
  storyNotAllRead: 'There is too much to read: only what happened since {day} is shown.',
  storyDaysWithout:
    '{days, plural, one {On # day, there were so many events that those of this visitor were not kept.} other {On # days, there were so many events that those of this visitor were not kept.}}',

  // What became of a message.
  deliveryReceiverStatus: 'The receiver answered with status {status}.',
  deliveryReceiverRedirects:
    'The receiver answered with status {status}. Redirects are not followed: use the URL that it redirects to.',
  deliveryReceiverTooSlow: 'The receiver did not answer in time.',
  deliveryReceiverNotReached: 'The receiver could not be reached: {reason}',
  deliveryUrlNotPublic: '{host} is not a public internet address.',
  deliveryUrlNotHttps: 'Only https URLs are fetched.',
  deliveryUrlWithCredentials: 'URLs with credentials are not fetched.',
  deliveryAttemptInterrupted: 'The last attempt was interrupted.',
  deliveryAttemptTooLong: 'The attempt took too long.',
  deliveryServiceCouldNotSend: 'The service could not send it.',
  deliveryStoredMessageUnreadable: 'The stored message cannot be read.',
  deliveryNoMailServer: 'This installation sends no mail. The operator has to set SMTP_URL and MAIL_FROM.',
  deliveryMailRefused: 'The mail server did not accept the message.',
  deliveryMailRefusedWith: 'The mail server did not accept the message (status {status}).',
  deliveryMailServerTookTest: 'The mail server has accepted the test notification.',
  deliveryMailServerTookReport: 'The mail server has accepted the report.',
  deliverySlackTookTest: 'Slack has accepted the test notification.',
  deliverySlackTookReport: 'Slack has accepted the report.',
  deliveryReceiverTookTest: 'The receiver has accepted the test notification.',
  deliveryReceiverTookReport: 'The receiver has accepted the report.',
  deliveryMailsOfDaySent: 'The account may send {count} emails a day. This one is sent tomorrow.',
} as const;
