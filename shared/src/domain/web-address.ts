/** Whether a typed text is an address that programs can be asked at: `https://n8n.example.com/webhook/1`. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  // What opens a door does not belong into an address, which is shown and logged.
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
