/** Why a typed address cannot be a server's. */
export type AddressProblem = 'empty' | 'wrong' | 'insecure';

const HOST = String.raw`[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?|\[[\da-f:]+\]`;
const ADDRESS = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?((?:/[\\w.~-]+)*)/*$`, 'iu');
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether this name of a host can only mean the computer that reads it. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * The server's address as people type it: `desk.example.com` means https. Passwords are sent there, so plain http is
 * for this computer alone; an address with a user name, a password or a query is no server.
 */
export function readServerAddress(typed: string): { url: string } | { problem: AddressProblem } {
  const text = typed.trim();
  if (text === '') return { problem: 'empty' };
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const [, scheme = '', host = '', port = '', path = ''] = ADDRESS.exec(whole) ?? [];
  if (host === '') return { problem: 'wrong' };
  const [protocol, name] = [scheme.toLowerCase(), host.toLowerCase()];
  if (protocol === 'http' && !isLoopback(name)) return { problem: 'insecure' };
  return { url: `${protocol}://${name}${port}${path}` };
}

/** Where a typed address may lead, the first choice first: without a scheme, on this computer, to plain http as well. */
export function addressesToTry(typed: string): string[] {
  const read = readServerAddress(typed);
  if ('problem' in read) return [];
  const plain = read.url.replace(/^https:/, 'http:');
  const isOpen = !typed.includes('://') && 'url' in readServerAddress(plain);
  return isOpen ? [read.url, plain] : [read.url];
}
