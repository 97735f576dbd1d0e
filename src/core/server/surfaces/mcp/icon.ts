/** The icon of the dashboard: tools have the same one. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Funnel</title>' +
  '<rect width="32" height="32" rx="8" fill="#3451d1"/><path d="M8 9h16l-6 8v6l-4 2v-8z" fill="#fff"/></svg>\n';
