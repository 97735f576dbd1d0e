import { Problem } from '../../../problem.ts';

export function interactionEnded(): Problem {
  return new Problem(400, 'This login has expired or is already complete. Go back to the application and start again.');
}
