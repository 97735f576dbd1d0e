export default {
  anyEvent: 'anything but an order',
  asInSettings: 'as in the website’s settings',
  atMostBefore: 'Before the order, at most',
  conversion: 'a conversion',
  conversionOrView: 'a conversion or a view',
  columnsAddUp: 'Each model but the last adds up to the revenue of the website.',
  creditGoesTo: 'Credit goes to',
  days: '{count, plural, one {# day} other {# days}}',
  howModelsCredit: 'How each model credits an order',
  lead: 'Which campaigns or channels get the credit for your orders: as they were counted, and as other models see it.',
  noCampaign: 'No campaign',
  noOrders: 'No orders and no conversions in this period',
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
  addCost: 'Add cost',
  amount: 'Amount',
  amountIn: 'Amount in {currency}',
  change: 'Change',
  conversions: '{count, plural, one {# conversion in all} other {# conversions in all}}',
  conversionsByModel: '{model}: conversions',
  costOf: 'For a',
  costs: 'Costs',
  costsBy: 'Cost per order by',
  costsHint:
    'What you spent on a channel or a UTM campaign in a month. The table above compares it with revenue if credit goes to channels or UTM campaigns.',
  csvAmount: 'Line {line}, amount: must be a number such as 1250.50.',
  csvChannel: 'Line {line}, channel: must be one of {channels}.',
  csvColumns:
    'The first line must have the names of the columns: month, amount, and channel or utm_campaign. Other columns are not allowed.',
  csvMonth: 'Line {line}, month: must be a month such as 2026-10.',
  csvOneOfBoth: 'Line {line}: must have either a channel or a utm_campaign.',
  csvTwice: 'Line {line}: there is a cost for the same month already in line {first}.',
  csvUtmCampaign:
    'Line {line}, utm_campaign: must have at most {count, plural, one {# character} other {# characters}}.',
  deleteCostHint: 'Reports of this month will no longer have it.',
  deleteCostOf: 'Delete the cost of {name}, {month}',
  deleteCostQuestion: 'Delete the cost of {name}, {month}?',
  editCost: 'Edit cost',
  editCostOf: 'Edit the cost of {name}, {month}',
  importCosts: 'Import costs',
  importHint:
    'The amounts are in {currency}. A cost of the same month is replaced, and an amount of 0 deletes it. If a line is wrong, nothing is imported.',
  month: 'Month',
  noCosts: 'No costs yet',
  noCostsHint:
    'Once you enter what a channel or a UTM campaign costs, you can see here what an order costs and what comes back.',
  showAllCosts: '{count, plural, one {Show the cost} other {Show all # costs}}',
  spentOn: 'Spent on',
  theCosts: 'the costs',
  wholeMonth: 'Enter what the whole month costs. A report of a part of the month takes the same amount for each day.',
  setting:
    'Setting: credit goes to “{by}”, at most {days, plural, one {# day} other {# days}} before the order ({source, select, own {as in the website’s settings} default {the default, as the website itself credits no orders} other {chosen on this page}}). All models stand side by side; the other pages show “{stored}”.',
  byDefaultOf: 'the default ({value})',
  asInSettingsOf: 'as in the website’s settings ({value})',
  noTouches: 'No order of this period has a touch',
  noTouchesHint:
    'Nothing is known of what its visitors did before they ordered: choose more days before the order, or send orders with the visitor id that the tracker uses.',
  conversionsAreTotals: 'Conversions are totals here: a visitor who converts twice counts twice.',
  storedOfValues: 'The value that the order itself was sent with gets the whole order. Breakdowns count this way.',
  lastOfValues: 'The value of the visitor’s last touch before the order gets the whole order.',
  firstOfValues: 'The value of the visitor’s first touch before the order gets the whole order.',
  linearOfValues: 'All values that the visitor touched get equal parts of the order.',
  anyOfValues:
    'Every value that the visitor touched gets the whole order, so the rows add up to more than the website.',
  withoutValue:
    '“{name}”: as counted, orders that say nothing about the visit that they came from, such as those that a server or a shop sends; by the models, orders without a touch.',
} as const;
