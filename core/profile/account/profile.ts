import * as v from 'valibot'
import { DocumentType, Sex } from '../../access/people/person-kinds.ts'
import { Day, Id, Phone } from '../../kit/shapes.ts'

export { AccountProfile } from '../../access/account-profile.ts'
export { DocumentType, Sex } from '../../access/people/person-kinds.ts'

/** A dependant in the holder's own profile. */
export const Dependant = v.object({
  id: Id,
  emrId: Id,
  firstName: v.string(),
  dateOfBirth: Day,
  sex: Sex,
  genderInfo: v.nullish(v.string()),
})
export type Dependant = v.InferOutput<typeof Dependant>

/** A3.2: the reply of `GET /user/me`. */
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
  /** Language of messages to the holder; the app's language is the device's own setting. */
  locale: v.string(),
  /** IANA name, as last reported by the holder's device; null before that. */
  timeZone: v.nullable(v.string()),
  cpf: v.nullable(v.string()),
  document: v.nullable(v.object({ documentType: v.nullable(DocumentType), documentNumber: v.string() })),
  dependants: v.array(Dependant),
  isDependant: v.boolean(),
  b2bCompany: v.nullable(
    v.object({
      name: v.string(),
      productDiscounts: v.array(v.object({ productId: v.string(), discount: v.number() })),
    }),
  ),
  showDebugInfo: v.boolean(),
  /** The latest subscription, with the provider's `status` (core/subscription/status.ts). */
  subscription: v.nullable(v.object({ id: v.string(), status: v.string() })),
})
export type Profile = v.InferOutput<typeof Profile>
