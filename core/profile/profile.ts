import * as v from 'valibot'
import { Day, Id, Phone, Text } from '../kit/shapes.ts'

export const Sex = v.picklist(['Male', 'Female', 'PreferNotToSay'])
export type Sex = v.InferOutput<typeof Sex>
export const DocumentType = v.picklist(['DNI', 'NIE', 'PASSPORT'])
export type DocumentType = v.InferOutput<typeof DocumentType>

/**
 * Spec 1 §3 "Account profile fields", as sent when an account is made. The rules that need the partner's country, the
 * clock or check digits live beside this file and run on both sides: `profileProblems`.
 */
export const AccountProfile = v.object({
  firstName: Text(2, 80),
  lastName: Text(2, 120),
  dateOfBirth: Day,
  sex: Sex,
  genderInfo: v.nullish(Text(0, 120)),
  cpf: v.optional(Text(11, 14)),
  nationalIdentificationNumber: v.optional(
    v.object({ documentNumber: Text(4, 24), documentType: v.optional(DocumentType) }),
  ),
  password: v.pipe(v.string(), v.minLength(8), v.maxLength(128)),
  email: v.pipe(Text(3, 254), v.email()),
  phone: Phone,
  termsAccepted: v.literal(true),
  b2bCompanySlug: v.optional(Text(1, 80)),
  b2bToken: v.optional(Text(16, 128)),
})
export type AccountProfile = v.InferOutput<typeof AccountProfile>

/** Spec 1 §3 "Profile": what `GET /user/me` returns. */
export const Profile = v.object({
  id: Id,
  emrId: Id,
  email: v.string(),
  phone: Phone,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: Day,
  sex: Sex,
  genderInfo: v.nullable(v.string()),
  cpf: v.nullable(v.string()),
  document: v.nullable(v.object({ documentType: v.nullable(DocumentType), documentNumber: v.string() })),
  dependants: v.array(v.object({ id: Id, emrId: Id, firstName: v.string(), dateOfBirth: Day })),
  isDependant: v.boolean(),
  b2bCompany: v.nullable(
    v.object({
      name: v.string(),
      productDiscounts: v.array(v.object({ productId: v.string(), discount: v.number() })),
    }),
  ),
  showDebugInfo: v.boolean(),
  subscription: v.nullable(v.object({ id: v.string() })),
})
export type Profile = v.InferOutput<typeof Profile>
