import { z } from 'zod';
import { phoneKey } from '../../phone/digits.ts';
import { contactNumber } from '../contacts/calls.ts';

const address = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+$/)
  .toLowerCase();
/** The digits of an address are somebody else's number. */
const number = z
  .string()
  .regex(/^[^@]*$/)
  .pipe(contactNumber)
  .transform(phoneKey);

/** By what whoever is no contact is known: the key of a number, or the address of whom only a campaign by e-mail has reached. */
export const subjectNumber = z
  .string()
  .max(254)
  .pipe(z.union([address, number]));
