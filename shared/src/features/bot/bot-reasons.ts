/** Why the bot answered a customer's message as it did, for people who try it. */
export const BOT_REASONS = [
  /** A menu, and what led to it. */
  'queueMenu',
  'mainMenu',
  'options',
  'levelUp',
  'notUnderstood',
  /** A choice, and what followed it. */
  'queueChosen',
  'leaf',
  'forwarded',
  'ending',
  /** Somebody outside is asked, who answers later. */
  'responder',
  /** A second copy of a bill: which document, no document, and the search. */
  'documentAsked',
  'documentInvalid',
  'billAsked',
  /** A text without a menu. */
  'greeted',
  'closed',
  'queueClosed',
  /** Nothing is said. */
  'closedTold',
  'closedSilent',
  'stillWriting',
  'interval',
  'nothingSet',
  'ended',
  /** The bot stops. */
  'done',
  'silent',
  'limit',
  'repeats',
] as const;
export type BotReason = (typeof BOT_REASONS)[number];
