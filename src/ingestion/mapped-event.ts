// What a message of Segment's protocol or the order of a shop becomes: an event as sent, or the reason why it is ignored.
import type { EventType, Rejection } from './event.ts';

export type MappedEvent =
  | { readonly event: unknown; readonly userAgent?: string | undefined }
  | { readonly ignored: Rejection; readonly type?: EventType }
  | { readonly rejection: Rejection; readonly type?: EventType };
