import type { Vcard, VcardPhone } from './read-vcards.ts';

type Written = Partial<Omit<Vcard, 'phones'>> & {
  name: string;
  phones: readonly Pick<VcardPhone, 'number' | 'waid'>[];
};

/** A vCard 3.0, with the line ends that WhatsApp writes. What is not said has no line. */
export function writeVcard({ name, organization = '', phones, emails = [], note = '' }: Written): string {
  const shown = name || phones[0]?.number || '';
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(shown)};;;`,
    `FN:${escaped(shown)}`,
    ...(organization ? [`ORG:${escaped(organization)}`] : []),
    ...phones.map(({ number, waid }) => `TEL;TYPE=CELL${waid ? `;waid=${waid}` : ''}:${escaped(number)}`),
    ...emails.map((email) => `EMAIL:${escaped(email)}`),
    ...(note ? [`NOTE:${escaped(note)}`] : []),
    'END:VCARD',
  ].join('\n');
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');
