export default {
  anyEvent: 'anything but an order',
  asInSettings: 'as in the website’s settings',
  atMostBefore: 'Before the order, at most',
  conversion: 'a conversion',
  conversionOrView: 'a conversion or a view',
  columnsAddUp: 'All columns but the last add up to the revenue of the website.',
  creditGoesTo: 'Credit goes to',
  days: '{count, plural, one {# day} other {# days}}',
  fileAttribution: 'attribution',
  howModelsCredit: 'How each model credits an order',
  lead: 'Which campaigns or channels get the credit for your orders: as they were counted, and as other models see it.',
  noCampaign: 'No campaign',
  noOrders: 'No orders in this period',
  onceKept: 'Once it does, you can see here which campaigns your customers had touched before they ordered.',
  orders: '{count, plural, one {# order} other {# orders}}',
  ordersByModel: '{model}: orders',
  theCredits: 'the credits',
  touchHint:
    'A touch is something that the same visitor did on a campaign before the order. It changes this page alone.',
  touchHintVisits:
    'A touch is something that the same visitor did in a visit before the order, whatever it was about. It changes this page alone.',
  touchIs: 'A touch is',
  touchesConversions:
    'Conversions of the day of an order, and of the {days, plural, one {day} other {# days}} before, are touches.',
  touchesEvents:
    'Whatever visitors did on the day of an order, and on the {days, plural, one {day} other {# days}} before, is a touch.',
  touchesKnownSince: 'Touches are known for orders since {day}: earlier days are left out.',
  touchesViews:
    'Conversions and views of the day of an order, and of the {days, plural, one {day} other {# days}} before, are touches.',
  whatEarnedIt: 'What earned it',
  whatGetsCredit: 'What gets credit',
  withoutTouch:
    'An order without a touch is credited to nothing. None of the models says what would have been sold anyway: an experiment can.',
} as const;
