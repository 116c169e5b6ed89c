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

/** The most characters that the line takes of what a page says about its visitor. */
const MOST = { name: 200, email: 254, phone: 40 };

/** A page that says nonsense about its visitor has nobody signed in, and a chat all the same. */
function readUser(json: string | undefined): ProvenUser | null {
  try {
    const said = JSON.parse(json ?? '{}') as Record<string, unknown>;
    const id = String(said.id ?? '');
    const hash = String(said.hash);
    if (id === '' || id.length > 200 || !/^[\da-f]{64}$/i.test(hash)) return null;
    const user: ProvenUser = { id, hash };
    for (const name of ['name', 'email', 'phone'] as const)
      if (said[name]) user[name] = String(said[name]).slice(0, MOST[name]);
    return user;
  } catch {
    return null;
  }
}
