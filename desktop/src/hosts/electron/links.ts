import { type ConsoleLink, readLink } from '@balcao/shared/features/tickets/link.ts';
import { type AccountCard, type AccountPlace, accountsOfLink, nameOf, readCards } from '../accounts/cards.ts';
import type { ElectronApi } from './api.ts';

export interface LinkTexts {
  linkWhose: string;
  linkNobodyTitle: string;
  linkNobodyHint: string;
  cancel: string;
}

interface Deps {
  dialog: Pick<ElectronApi['dialog'], 'showMessageBox'>;
  place: AccountPlace;
  texts(): LinkTexts;
  openHere(place: string): void;
  openThere(profile: string, place: string): void;
}

/**
 * @returns a function that opens a link in its account: never in one of another server or company, and it asks in doubt
 */
export function createLinks({ dialog, place, texts, openHere, openThere }: Deps) {
  async function ownerOf(link: ConsoleLink): Promise<AccountCard | null> {
    const cards = readCards(place);
    const meant = accountsOfLink(link, cards);
    const { linkWhose, linkNobodyTitle, linkNobodyHint, cancel } = texts();
    if (meant.length === 0) {
      const detail = linkNobodyHint.replace('{{server}}', link.serverUrl ?? '');
      await dialog.showMessageBox({ type: 'info', message: linkNobodyTitle, detail });
      return null;
    }
    if (meant.length === 1) return meant[0] ?? null;
    const buttons = [...meant.map(({ profile }) => nameOf(profile, cards)), cancel];
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: linkWhose,
      buttons,
      cancelId: meant.length,
    });
    return meant[response] ?? null;
  }

  return async function follow(address: string): Promise<void> {
    const link = readLink(address);
    const owner = link && (await ownerOf(link));
    if (!owner) return;
    if (owner.profile === place.own) openHere(link.place);
    else openThere(owner.profile, link.place);
  };
}
