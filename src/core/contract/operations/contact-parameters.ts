// The parameters of operations on one contact.
import { Problem } from '../../foundation/problem/problem.ts';
import { parameterOrNotFound, websiteParameter } from './parameters.ts';
import { id } from './schemas.ts';

export const noSuchContact = () => new Problem(404, 'No contact with this id on this website.', { param: 'id' });

export const contactParameters = {
  id: parameterOrNotFound(id.describe('The id of the contact, from list_contacts.'), noSuchContact),
  ...websiteParameter,
};
