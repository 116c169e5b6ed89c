import { digitsOf, phoneKey } from '@balcao/shared/phone/digits.ts';
import { isPhoneNumber } from '@balcao/shared/phone/phone.ts';
import type { Identity } from '../channels/channel.ts';
import type { SourceRow } from './source.ts';
import { isOn } from './values.ts';

/** What WhatsApp knows a contact by, from what stands there. */
export interface Identified {
  /** The number as it is shown; empty where only a LID is known. */
  number: string;
  identities: Identity[];
}

const FEWEST_DIGITS = 8;
/** No LID is shorter, and few numbers are as long. */
const LID_DIGITS = 14;
const NEW_GROUP = /^120363\d+$/;
/** The id of a group made before 2021: its founder's number and the second in which it was made. */
const OLD_GROUP = /^(\d{10,15})-?(1[3-6]\d{8})$/;

/** @param lids what a table of LIDs says of it */
export function identify(row: SourceRow, lids: readonly string[]): Identified {
  const given = (row.number ?? '').trim();
  if (isOn(row.isGroup)) return group(given);
  const [local = '', server = ''] = given.split('@');
  const digits = digitsOf(local);
  const named = [row.lid, ...lids]
    .map((lid) => digitsOf((lid ?? '').split('@')[0] ?? ''))
    .filter((lid) => lid !== '')
    .map((value): Identity => ({ kind: 'lid', value }));
  const isLid = server === 'lid' || named.some(({ value }) => value === digits) || looksLikeLid(digits);
  if (isLid && digits) return { number: '', identities: unique([{ kind: 'lid', value: digits }, ...named]) };
  if (digits.length < FEWEST_DIGITS) return { number: digits, identities: unique(named) };
  return { number: digits, identities: unique([{ kind: 'phone', value: phoneKey(digits) }, ...named]) };
}

const looksLikeLid = (digits: string) => digits.length >= LID_DIGITS && !isPhoneNumber(digits);

/** Some lines keep the digits of a group's name alone. */
function group(given: string): Identified {
  const [local = ''] = given.split('@');
  const [, founder, second] = NEW_GROUP.test(local) ? [] : (OLD_GROUP.exec(local) ?? []);
  const value = founder ? `${founder}-${second}` : local;
  return { number: '', identities: /^\d[\d-]{9,40}$/.test(value) ? [{ kind: 'group', value }] : [] };
}

const unique = (identities: readonly Identity[]): Identity[] =>
  identities.filter(
    ({ kind, value }, at) => identities.findIndex((one) => one.kind === kind && one.value === value) === at,
  );
