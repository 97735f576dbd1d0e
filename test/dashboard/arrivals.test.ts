// What the live page says about an event, and what its filter finds.
import { describe, expect, it } from 'vitest';
import type { Arrival } from '../../dashboard/src/api/types.ts';
import {
  eventName,
  mentions,
  messageOf,
  senderName,
  subjectName,
  timeOf,
} from '../../dashboard/src/format/arrivals.ts';

const REJECTED: Arrival = {
  id: '0000abcd:1',
  at: '2026-01-31T12:34:56Z',
  source: 'segment',
  key_id: 7,
  key_name: 'Shop server',
  origin: 'https://shop.example.com',
  outcome: 'rejected',
  events: 1,
  code: 'unknown_field',
  message: '"elementid" is not a field of an event: did you mean element_id?',
  type: 'conversion',
  subject: ['Spring popup', 'Variant A'],
};

describe('an arrival', () => {
  it('is named by its type, or by how many there are', () => {
    expect(eventName(REJECTED)).toBe('Conversion');
    expect(eventName({ type: null, events: 1 })).toBe('Event');
    expect(eventName({ type: null, events: 1200 })).toBe('1,200 events');
  });

  it('says what it is about, who sent it and when', () => {
    expect(subjectName(REJECTED)).toBe('Spring popup › Variant A');
    expect(subjectName({ subject: [] })).toBe('Website');
    expect(subjectName({ subject: null })).toBeNull();
    expect(senderName(REJECTED)).toBe('Shop server · https://shop.example.com');
    expect(senderName({ key_id: 7, key_name: null, origin: null })).toBe('Key 7');
    expect(senderName({ key_id: null, key_name: null, origin: null })).toBe('');
    expect(timeOf(REJECTED.at)).toBe('12:34:56');
  });

  it('says why it does not count, which the service does not say of bots', () => {
    expect(messageOf(REJECTED)).toBe(REJECTED.message);
    expect(messageOf({ outcome: 'bot', message: null })).toContain('Open the page in a normal browser.');
    expect(messageOf({ outcome: 'accepted', message: null })).toBeNull();
    expect(mentions({ ...REJECTED, outcome: 'bot', message: null }, 'playwright')).toBe(true);
  });

  it.each([
    '',
    'conv',
    'SPRING',
    'variant a',
    'shop server',
    'shop.example',
    'segment sdk',
    'unknown_f',
    'did you mean',
    ' rejected ',
  ])('is found by "%s"', (text) => expect(mentions(REJECTED, text)).toBe(true));

  it.each(['accepted', 'key 8', '0000abcd', 'null'])('is not found by "%s"', (text) =>
    expect(mentions(REJECTED, text)).toBe(false),
  );
});
