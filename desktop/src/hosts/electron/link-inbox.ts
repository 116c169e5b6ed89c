import type { ElectronApi } from './api.ts';

/** Keeps the links that macOS sends before the program is ready for them. */
export interface LinkInbox {
  /** Follows those that came, one after the other, and from then on each as it comes. */
  open(follow: (link: string) => Promise<void>): Promise<void>;
}

export function createLinkInbox(app: ElectronApi['app']): LinkInbox {
  const links: string[] = [];
  let receive: (link: string) => void = (link) => links.push(link);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    receive(url);
  });

  return {
    async open(follow) {
      for (const link of links) await follow(link);
      receive = (link) => void follow(link);
    },
  };
}
