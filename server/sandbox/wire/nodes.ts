/** Small helpers over Baileys' own binary-node codec (the wire dictionary is the only thing we reuse on the transport side). */
import {
  type BinaryNode,
  decodeBinaryNode,
  encodeBinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  jidEncode,
} from '@whiskeysockets/baileys';

export type Node = BinaryNode;
export { decodeBinaryNode, encodeBinaryNode };

export const SERVER = 's.whatsapp.net';

type Attrs = Record<string, string | number | undefined | null>;

/** Build a node; undefined/null attributes are dropped and numbers are stringified (the codec only writes string attributes). */
export function n(tag: string, attrs: Attrs = {}, content?: Node['content']): Node {
  const out: Record<string, string> = {};
  for (const [k, v] of Object.entries(attrs)) if (v !== undefined && v !== null) out[k] = String(v);
  return content === undefined ? { tag, attrs: out } : { tag, attrs: out, content };
}

export function child(node: Node | undefined, tag: string): Node | undefined {
  return getBinaryNodeChild(node, tag);
}

export function childrenOf(node: Node | undefined, tag: string): Node[] {
  return getBinaryNodeChildren(node, tag);
}

export function kids(node: Node | undefined): Node[] {
  return Array.isArray(node?.content) ? (node!.content as Node[]) : [];
}

export function bytes(node: Node | undefined): Buffer {
  const c = node?.content;
  if (c === undefined) return Buffer.alloc(0);
  if (typeof c === 'string') return Buffer.from(c, 'utf8');
  if (c instanceof Uint8Array) return Buffer.from(c);
  throw new Error(`node <${node?.tag}> has children where bytes were expected`);
}

export function uint(node: Node | undefined): number {
  return bytes(node).reduce((a, b) => a * 256 + b, 0);
}

export function beInt(value: number, length: number): Buffer {
  const b = Buffer.alloc(length);
  b.writeUIntBE(value, 0, length);
  return b;
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}

/** user part without device: `551199:12@lid` -> `551199@lid` */
export function bare(jid: string): string {
  const d = jidDecode(jid);
  return d ? jidEncode(d.user, d.server as never) : jid;
}

export function deviceOf(jid: string): number {
  return jidDecode(jid)?.device ?? 0;
}

export function userOf(jid: string): string {
  return jidDecode(jid)?.user ?? jid;
}

export function withDevice(bareJid: string, device: number): string {
  const d = jidDecode(bareJid)!;
  return jidEncode(d.user, d.server as never, device || undefined);
}
