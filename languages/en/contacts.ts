export default {
  count: '{count, plural, one {# contact} other {# contacts}}',
  willBeDeleted: '<strong>{name}</strong> and all data about this person will be deleted. This cannot be undone.',
} as const;
