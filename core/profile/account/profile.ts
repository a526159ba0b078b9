import * as v from 'valibot'
import { DocumentType, Sex } from '../../access/people/person-kinds.ts'
import { Day, Id, Phone } from '../../kit/shapes.ts'

export { AccountProfile } from '../../access/account-profile.ts'
export { DocumentType, Sex } from '../../access/people/person-kinds.ts'

/** A minor in a holder's charge, as the holder's own app lists them. */
export const Dependant = v.object({ id: Id, emrId: Id, firstName: v.string(), dateOfBirth: Day })
export type Dependant = v.InferOutput<typeof Dependant>

/** A3.2: what `GET /user/me` returns. */
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
  /** The language in which we write to the holder; what the app shows is the device's own choice. */
  locale: v.string(),
  /** IANA name, as the holder's device reported it last; null until one did. */
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
  /** The newest: `status` in the provider's words (core/subscription/status.ts). */
  subscription: v.nullable(v.object({ id: v.string(), status: v.string() })),
})
export type Profile = v.InferOutput<typeof Profile>
