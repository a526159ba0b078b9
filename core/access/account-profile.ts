import * as v from 'valibot'
import { EmailAddress } from '../kit/email-address.ts'
import { Day, Name, PastedText, Phone, Text } from '../kit/shapes.ts'
import { DocumentType, Sex } from './people/person-kinds.ts'

/**
 * A3.6: the profile in a registration. Rules that need the partner's country, the clock or check digits run on both
 * sides: `profileProblems` in core/profile/account/problems.ts.
 */
export const AccountProfile = v.object({
  firstName: Name(2, 80),
  lastName: Name(2, 120),
  dateOfBirth: Day,
  sex: Sex,
  genderInfo: v.nullish(Text(0, 120)),
  cpf: v.optional(Text(11, 14)),
  nationalIdentificationNumber: v.optional(
    v.object({
      documentNumber: Text(4, 24),
      documentType: v.optional(
        v.pipe(v.string(), v.description('DNI, NIE or passport, in any case'), v.toUpperCase(), DocumentType),
      ),
    }),
  ),
  /** Absent when an identity provider vouches for the person (account type SOCIAL). */
  password: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(128))),
  email: EmailAddress,
  phone: Phone,
  /** Absent: the account still has to accept, and cannot book before `agreeToDocument` (AGREEMENT_DUE). */
  termsAccepted: v.optional(v.literal(true)),
  b2bCompanySlug: v.optional(PastedText(1, 80)),
  b2bToken: v.optional(PastedText(16, 128)),
})
export type AccountProfile = v.InferOutput<typeof AccountProfile>
