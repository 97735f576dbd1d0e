// What other extensions import.
export { findAlerts } from './alerts/job.ts';
export { DirectLooker } from './alerts/look.ts';
