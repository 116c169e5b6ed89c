import type { Engine } from '../../core/store/engine.ts';
import { createWaitingMessages } from './waiting-messages.ts';

export const createOutboxTables = ({ db, userId }: Engine) => ({ heldUp: createWaitingMessages(db, userId) });
