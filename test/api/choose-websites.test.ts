// Which of the caller's websites a call covers, for every rule that an operation can have.
import { describe, expect, test } from 'vitest';
import { chooseWebsites } from '../../src/api/choose-websites.ts';
import { Problem } from '../../src/problem.ts';
import { problemBody } from '../../src/problem-body.ts';

function problemFor(...call: Parameters<typeof chooseWebsites>) {
  try {
    return chooseWebsites(...call);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return problemBody(error as Problem);
  }
}

describe('chosen', () => {
  test('is the only website if none is named', () => {
    expect(chooseWebsites('chosen', {}, [7])).toEqual({ websiteId: 7 });
  });

  test('is the named website', () => {
    expect(chooseWebsites('chosen', { website_id: 8 }, [7, 8])).toEqual({ websiteId: 8 });
  });

  test('must be named if there are several', () => {
    expect(problemFor('chosen', {}, [7, 8])).toMatchObject({
      status: 400,
      code: 'website_id_required',
      param: 'website_id',
    });
  });

  test.each([[[7]], [[7, 8]]])('must be one of %j', (own) => {
    const problem = problemFor('chosen', { website_id: 9 }, own);
    expect(problem).toMatchObject({ status: 404, param: 'website_id' });
    expect(problem).not.toHaveProperty('code');
  });
});

describe('subset', () => {
  test.each([
    [{}, [7, 8, 9]],
    [{ website_id: 8 }, [8]],
    [{ website_ids: [9, 7, 9] }, [7, 9]],
    [{ website_ids: [] }, [7, 8, 9]],
    [{ website_id: 8, website_ids: [7, 9] }, [8]],
  ])('%j gives %j', (requested, websiteIds) => {
    expect(chooseWebsites('subset', requested, [7, 8, 9])).toEqual({ websiteIds });
  });

  test.each([
    [{ website_id: 6 }, 'website_id'],
    [{ website_ids: [7, 6] }, 'website_ids'],
    [{ website_id: 7, website_ids: [6] }, 'website_ids'],
  ])('%j is rejected', (requested, param) => {
    expect(problemFor('subset', requested, [7, 8])).toMatchObject({ status: 404, param });
  });
});

test('all returns all websites, whatever is requested', () => {
  expect(chooseWebsites('all', { website_id: 6 }, [7, 8])).toEqual({ websiteIds: [7, 8] });
});
