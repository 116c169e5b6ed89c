import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { ForUser } from '../../../renderer/kit/feature.ts';

/** What the desk is put together of. Features do not import each other, so the app passes it in. */
export interface DeskParts {
  /** Around every conversation: what shows files in it. */
  WithMedia: ComponentType<{ children: ReactNode }>;
  List: ComponentType<ForUser>;
  /** Lead through the list where a narrow window shows the conversation alone. */
  StepKeys: ComponentType<ForUser & { openUuid: string }>;
  Conversation: ComponentType<
    ForUser & {
      uuid: string;
      menu(ticket: TicketItem): ReactNode;
      composer(ticket: TicketItem, onRecording: (on: boolean) => void): ReactNode;
    }
  >;
  /** One that is only looked at. */
  Peeked: ComponentType<{ ticket: TicketItem; ownUserId: number }>;
  /** In the head of a conversation, from left to right. */
  menu: Readonly<Record<string, ComponentType<ForUser & { ticket: TicketItem }>>>;
  Composer: ComponentType<ForUser & { ticket: TicketItem; onRecording(on: boolean): void }>;
  /** Who the customer is. */
  ContactPanel: ComponentType<ForUser & { ticket: TicketItem; onClose(): void }>;
  /** Over the page, whichever conversation is below. */
  overlays: Readonly<Record<string, ComponentType<ForUser>>>;
}

export const DeskPartsContext = createContext<DeskParts | null>(null);

export function useDeskParts(): DeskParts {
  const parts = use(DeskPartsContext);
  if (!parts) throw new Error('a part of the desk stands outside DeskPartsContext');
  return parts;
}
