import { z } from 'zod';
import { commandOn, type RowView } from '../../contract/command.ts';
import { id } from '../../contract/fields.ts';

export const auditMutations = {
  /**
   * A screen shows a conversation that is others' (`isForeign`). Consoles have most of what they show already, and read it
   * without a network too: so they tell, as the server cannot know. Once an hour counts.
   */
  'audit.opened': commandOn<RowView<object>>()({
    args: z.object({ ticketId: id }),
    project() {
      // A screen shows nothing of it.
    },
    redirect: (_args, ticketId) => ({ ticketId }),
  }),
  /**
   * Somebody searches the console's own copy by a CPF or CNPJ, of which the server hears nothing else. Named as the log names
   * it (`soughtDocument`). Once an hour counts.
   */
  'audit.sought': commandOn<RowView<object>>()({
    args: z.object({ document: z.string().regex(/^[*\dA-Z./-]{14,18}$/) }),
    project() {
      // A screen shows nothing of it.
    },
  }),
} as const;
