import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { joinedDraft } from '@balcao/shared/features/composer/draft-join.ts';
import type { Change, DraftExchange } from './draft-exchange.ts';
import type { DraftVersions } from './draft-versions.ts';

/** The part that leaves the draft when the button is pressed: the message to the customer, or the note to colleagues. */
const PARTS = {
  message: { body: '', files: [], quotedMsgId: null, mail: null },
  note: { note: '' },
} satisfies Record<Draft['mode'], Partial<Draft>>;

/** A message or a note on its way from the screen to the core. */
export interface Leaving {
  part: Draft['mode'];
  draft: Draft;
}

/** Messages and notes that leave the draft, until the core has taken them or gives them back. */
export interface LeavingDrafts {
  /** The drafts whose message, or note, the core has not taken yet, oldest first; the same array until it changes. */
  list(): readonly Leaving[];
  /**
   * Takes the message, or the note, out at once and sends it; what is refused comes back before what was written since.
   */
  send(part: Draft['mode'], sendingOf: (taken: Draft) => Change): Promise<void>;
}

export function createLeavingDrafts(versions: DraftVersions, exchange: DraftExchange): LeavingDrafts {
  let leaving: readonly Leaving[] = [];

  async function changeBy(change: Change): Promise<void> {
    for (;;) {
      const tried = versions.change();
      const theirs = await change(tried);
      if (theirs === null) {
        versions.setDirty(versions.current() !== tried.draft);
        return versions.settled(tried.draft);
      }
      versions.learn(theirs);
    }
  }

  async function leave(left: Leaving, change: Change): Promise<void> {
    const arrive = () => {
      leaving = leaving.filter((one) => one !== left);
    };
    try {
      await changeBy(change);
      arrive();
      versions.show(versions.current());
    } catch (error) {
      arrive();
      versions.setDirty(true);
      versions.show(givenBack(left, versions.current()));
      throw error;
    }
  }

  return {
    list: () => leaving,
    send(part, sendingOf) {
      const draft = versions.current();
      const change = sendingOf(draft);
      const left: Leaving = { part, draft };
      leaving = [...leaving, left];
      versions.show({ ...draft, ...PARTS[part], mode: 'message' });
      return exchange.exclusively(() => leave(left, change));
    },
  };
}

/** Text taken out of the draft goes before text written since. */
function givenBack({ part, draft }: Leaving, now: Draft): Draft {
  const { body, files, quotedMsgId, mail, note } = draft;
  const taken = part === 'note' ? { note } : { body, files, quotedMsgId, mail };
  const all = joinedDraft({ ...now, ...PARTS[part] }, now, { ...now, ...taken });
  return part === 'note' ? { ...all, mode: part } : all;
}
