interface Person {
  companyId: number;
  userId: number;
}

/** The name by which an authenticator knows a person: no e-mail or name of theirs, as WebAuthn asks. */
export const handleOf = ({ companyId, userId }: Person): string =>
  Buffer.from(`${companyId}.${userId}`).toString('base64url');

export function personOfHandle(handle: string): Person | undefined {
  const [, company, user] =
    /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(handle, 'base64url').toString()) ?? [];
  return company && user ? { companyId: Number(company), userId: Number(user) } : undefined;
}
