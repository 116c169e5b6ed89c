import { type Vcard, type VcardPhone, wholeNumber } from './read-vcards.ts';

type Written = Partial<Omit<Vcard, 'phones'>> & {
  name: string;
  phones: readonly Omit<VcardPhone, 'isMobile'>[];
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
    ...phones.map(phoneLine),
    ...emails.map((email) => `EMAIL:${escaped(email)}`),
    ...(note ? [`NOTE:${escaped(note)}`] : []),
    'END:VCARD',
  ].join('\n');
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');

function phoneLine(phone: Omit<VcardPhone, 'isMobile'>): string {
  const types = phone.types.length > 0 ? `;TYPE=${phone.types.join(',')}` : '';
  const waid = phone.waid ? `;waid=${phone.waid}` : '';
  return `TEL${types}${waid}:${escaped(wholeNumber(phone))}`;
}
