/** The list of connections tells of so many days, today among them. */
export const CONNECTION_DAYS = 14;
/** QR codes offered before a connection gives up with TIMEOUT. */
export const QR_OFFERS = 5;

/** What became of a connection, for people who look for it afterwards. */
export const CONNECTION_EVENTS_KEPT_DAYS = 90;
