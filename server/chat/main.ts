/** The script that a shop's page names: `<script async src="…/chat.js" data-key="…">`. */
import { openChat } from './chat.ts';
import { isDarkPage, prefersDark } from './colours.ts';
import { fetchDesign } from './design.ts';
import { openStore } from './line/store.ts';
import { mountChat } from './mount.tsx';
import { readTag, type Tag } from './tag.ts';
import { countInTitle } from './title.ts';
import { chooseLanguage } from './words.ts';

const NAME = 'balcao-chat';

async function start(tag: Tag): Promise<void> {
  const store = openStore(tag.key);
  const [design] = await Promise.all([fetchDesign(tag, store), pageIsThere()]);
  // A page that names the script twice has one chat.
  if (!design || document.getElementById(NAME)) return;
  const host = document.createElement('div');
  host.id = NAME;
  document.body.append(host);

  const chat = openChat(tag, design, store);
  const mounted = mountChat(host, chat, chooseLanguage(tag.language, design.language));
  countInTitle(chat);
  const look = () => mounted.setDark(isDarkPage());
  prefersDark().addEventListener('change', look);
  // Pages change their colours by a switch of their own, of which nobody tells.
  let wasOpen = false;
  chat.subscribe(() => {
    if (chat.state().isOpen !== wasOpen) look();
    wasOpen = chat.state().isOpen;
  });
  look();
}

const pageIsThere = () =>
  new Promise<void>((resolve) => {
    if (document.body) resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

const tag = readTag();
if (tag) void start(tag);
