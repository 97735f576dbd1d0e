import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem } from '../../../dashboard/src/api/problem.ts';
import { ErrorState } from '../../../dashboard/src/components/states.tsx';
import { SessionEndedError } from '../../../dashboard/src/session/session.ts';

describe('ErrorState', () => {
  beforeEach(() => window.history.replaceState(null, '', '/websites/99'));
  afterEach(cleanup);

  it.each([
    [new ApiProblem(429, 'slow down'), 'Too many requests. Wait a minute and try again.'],
    [new ApiProblem(422, 'range_start must be a date.'), 'range_start must be a date.'],
    [new TypeError('fetch failed'), 'The service cannot be reached. Check your connection.'],
  ])('explains %s, and offers another try', (error, explanation) => {
    let retries = 0;
    render(<ErrorState error={error} onRetry={() => (retries += 1)} />);
    expect(screen.getByRole('alert').textContent).toContain(explanation);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retries).toBe(1);
  });

  it('leads away from what does not exist', () => {
    render(<ErrorState error={new ApiProblem(404, 'no such website')} onRetry={() => {}} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to overview' }).getAttribute('href')).toBe('/');
  });

  it('is silent about an ended session, which has a dialog of its own', () => {
    render(<ErrorState error={new SessionEndedError('over')} onRetry={() => {}} />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
