/**
 * The time zone of most people with such a number, by how it begins: in Brazil by the area. A country that is told apart
 * neither by area nor by carrier, as the United States, has none here.
 */
const ZONES: Readonly<Record<string, string>> = {
  '55': 'America/Sao_Paulo',
  '5565': 'America/Cuiaba',
  '5566': 'America/Cuiaba',
  '5567': 'America/Campo_Grande',
  '5568': 'America/Rio_Branco',
  '5569': 'America/Porto_Velho',
  '5592': 'America/Manaus',
  '5595': 'America/Boa_Vista',
  '5597': 'America/Manaus',
  '351': 'Europe/Lisbon',
  '238': 'Atlantic/Cape_Verde',
  '239': 'Africa/Sao_Tome',
  '244': 'Africa/Luanda',
  '245': 'Africa/Bissau',
  '258': 'Africa/Maputo',
  '34': 'Europe/Madrid',
  '51': 'America/Lima',
  '53': 'America/Havana',
  '54': 'America/Argentina/Buenos_Aires',
  '56': 'America/Santiago',
  '57': 'America/Bogota',
  '58': 'America/Caracas',
  '502': 'America/Guatemala',
  '503': 'America/El_Salvador',
  '504': 'America/Tegucigalpa',
  '505': 'America/Managua',
  '506': 'America/Costa_Rica',
  '507': 'America/Panama',
  '591': 'America/La_Paz',
  '593': 'America/Guayaquil',
  '595': 'America/Asuncion',
  '598': 'America/Montevideo',
  '33': 'Europe/Paris',
  '39': 'Europe/Rome',
  '44': 'Europe/London',
  '49': 'Europe/Berlin',
  '81': 'Asia/Tokyo',
};
const LONGEST = 4;

/** @param number digits with country code; empty: not known */
export function zoneOfNumber(number: string): string | null {
  for (let length = LONGEST; length >= 2; length -= 1) {
    const zone = ZONES[number.slice(0, length)];
    if (zone && number.length > length) return zone;
  }
  return null;
}

/** Nobody likes to be written to from here on, and until then. */
const EVENING = 21;
const MORNING = 7;

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string | undefined) => {
  const known = clocks.get(timeZone ?? '');
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  clocks.set(timeZone ?? '', clock);
  return clock;
};

/**
 * The time on the customer's clock, HH:mm, where it is night; null by day, where it is as late as here, and where nobody
 * knows.
 *
 * @param here default: this computer's zone
 */
export function nightTime(number: string, now: Date, here?: string): string | null {
  const zone = zoneOfNumber(number);
  if (zone === null) return null;
  const time = clockOf(zone).format(now);
  const hour = Number(time.slice(0, 2));
  const isNight = hour >= EVENING || hour < MORNING;
  return isNight && time !== clockOf(here).format(now) ? time : null;
}
