export { ShareLinks } from './share-links.ts';
