/** A conversation out of the ledger: edits, deletions and reactions folded into what they are about. */

const FOLDED = ['edit', 'revoke', 'reaction', 'vote'];

/** The conversation of two numbers as the phone of `own` shows it, oldest first. */
export function conversation(ledger, own, peer) {
  const seen = ledger.filter((entry) => isShown(entry, own) && concerns(entry, own, peer));
  const byId = new Map();
  for (const entry of seen) if (!FOLDED.includes(entry.kind)) byId.set(entry.id, { ...entry, reactions: [] });
  for (const entry of seen) fold(byId, entry);
  return [...byId.values()];
}

/** What arrived and has not been read. */
export function unreadOf(ledger, own) {
  return ledger.filter((entry) => {
    const handling = entry.recipients[own];
    return handling?.arrived && !handling.read && !FOLDED.includes(entry.kind);
  });
}

function concerns(entry, own, peer) {
  return (entry.from === own && entry.to === peer) || (entry.from === peer && entry.to === own);
}

/** One's own messages at once, another's when the phone has received them. */
function isShown(entry, own) {
  return entry.from === own || entry.recipients[own]?.arrived !== undefined;
}

function fold(byId, entry) {
  const target = entry.target && byId.get(entry.target);
  if (!target) return;
  if (entry.kind === 'edit') Object.assign(target, { text: entry.text, edited: true });
  if (entry.kind === 'revoke') target.revoked = true;
  if (entry.kind === 'reaction') {
    target.reactions = target.reactions.filter((reaction) => reaction.from !== entry.from);
    if (entry.text) target.reactions.push({ from: entry.from, text: entry.text });
  }
}
