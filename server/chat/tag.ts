import type { ProvenUser } from '@balcao/shared/features/web-chat/protocol.ts';

/** What the shop's page says in the script's tag. */
export interface Tag {
  /** Where the script came from, and whom it talks to. */
  server: string;
  key: string;
  /** Who is signed in at the shop; null: nobody. */
  user: ProvenUser | null;
  /** The language of the page, else of the browser. */
  language: string;
}

/** Null on a page whose tag names no chat. */
export function readTag(): Tag | null {
  const script = (document.currentScript ??
    // A script that was put into the page as a module knows no tag of its own.
    document.querySelector('script[data-key][src*="/chat.js"]')) as HTMLScriptElement | null;
  const { key, user, language } = script?.dataset ?? {};
  if (!script || !key) return null;
  return {
    server: new URL(script.src).origin,
    key,
    user: readUser(user),
    language: language || document.documentElement.lang || navigator.language,
  };
}

/** A page that says nonsense about its visitor has nobody signed in. */
function readUser(json: string | undefined): ProvenUser | null {
  try {
    const user = JSON.parse(json ?? 'null') as ProvenUser | null;
    return user?.id && user.hash ? user : null;
  } catch {
    return null;
  }
}
