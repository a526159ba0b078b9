import * as v from 'valibot'
import { LOCALES } from '../../brand/locale.ts'
import { call } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Name, Password, Phone, Text, TimeZone } from '../../kit/shapes.ts'
import { Address, AddressKind } from '../address/address.ts'
import { AccountExport } from '../deletion/export.ts'
import { Profile, Sex } from './profile.ts'

const WRONG_PASSWORD = { WRONG_CREDENTIALS: 400, RATE_LIMITED: 429 } as const

/**
 * Changes only what is sent, so that two tabs with different fields do not undo each other; of one field the last
 * change stays. What identifies a patient (date of birth, documents) is not changed here (docs/decisions/0024).
 */
export const updateMe = call({
  method: 'PATCH',
  path: '/user/me',
  access: 'access',
  body: v.object({
    firstName: v.optional(Name(1, 80)),
    lastName: v.optional(Name(1, 120)),
    sex: v.optional(Sex),
    genderInfo: v.optional(v.nullable(Text(0, 120))),
    /** The language in which we write to this person. */
    locale: v.optional(v.picklist(LOCALES)),
    /** Of the holder's device: messages give times in it. The app reports it by itself. */
    timeZone: v.optional(TimeZone),
  }),
  reply: Profile,
})

const ChangeToken = Text(20, 2_000)
const CODE_REFUSALS = { WRONG_CODE: 400, CODE_EXPIRED: 400, RATE_LIMITED: 429 } as const

/** Sends a code to the new address. The token names this change, for the code and for another one. */
export const changeEmail = call({
  method: 'PUT',
  path: '/user/me/email',
  access: 'access',
  needs: 'mail',
  body: v.object({ email: EmailAddress, password: Password }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { EMAIL_CONFLICT: 409, ...WRONG_PASSWORD },
})

/** Another code to the same address; the one before is void. */
export const resendEmailCode = call({
  method: 'POST',
  path: '/user/me/email/code',
  access: 'access',
  needs: 'mail',
  body: v.object({ changeToken: ChangeToken }),
  refusals: { CODE_EXPIRED: 400, RATE_LIMITED: 429 },
})

/** The address becomes the account's, and the one before hears of it. */
export const confirmEmailChange = call({
  method: 'POST',
  path: '/user/me/email/confirmation',
  access: 'access',
  body: v.object({ changeToken: ChangeToken, code: Code }),
  reply: Profile,
  refusals: { EMAIL_CONFLICT: 409, ...CODE_REFUSALS },
})

/** Sends a code to the new number. The token names this change; it is also good for asking for another code. */
export const changePhone = call({
  method: 'PUT',
  path: '/user/me/phone',
  access: 'access',
  needs: 'messages',
  body: v.object({ phone: Phone, password: Password }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { PHONE_CONFLICT: 409, PHONE_NOT_ALLOWED: 400, ...WRONG_PASSWORD },
})

/** The number becomes the account's; every other session of it ends. */
export const confirmPhoneChange = call({
  method: 'POST',
  path: '/user/me/phone/confirmation',
  access: 'access',
  body: v.object({ changeToken: ChangeToken, code: Code }),
  reply: Profile,
  refusals: { PHONE_CONFLICT: 409, ...CODE_REFUSALS },
})

const AddressParams = v.object({ id: Id, kind: AddressKind })

/** `source` says whose it is: the bill goes home unless told otherwise, and a dependant lives with the holder. */
export const AddressFound = v.object({
  address: v.nullable(Address),
  source: v.nullable(v.picklist(['own', 'home', 'holder'])),
})
export type AddressFound = v.InferOutput<typeof AddressFound>

export const getAddress = call({
  method: 'GET',
  path: '/patients/:id/addresses/:kind',
  access: 'access',
  params: AddressParams,
  reply: AddressFound,
  refusals: { PATIENT_NOT_FOUND: 404 },
})

export const putAddress = call({
  method: 'PUT',
  path: '/patients/:id/addresses/:kind',
  access: 'access',
  params: AddressParams,
  body: v.object({
    ...Address.entries,
    /** With a home address: the bill goes there too, and a billing address of its own is forgotten. */
    useForBilling: v.optional(v.boolean(), false),
  }),
  reply: AddressFound,
  refusals: { PATIENT_NOT_FOUND: 404 },
})

/** Fields that the place does not settle are null: a small Brazilian town has one code for all its streets. */
export const Place = v.object({
  country: v.string(),
  postalCode: v.string(),
  state: v.string(),
  city: v.nullable(v.string()),
  district: v.nullable(v.string()),
  street: v.nullable(v.string()),
})
export type Place = v.InferOutput<typeof Place>

/** What a postal code already says of an address. Only a help: who is told nothing types it all by hand. */
export const findPostalCode = call({
  method: 'GET',
  path: '/postal-codes/:code',
  access: 'access',
  params: v.object({ code: Text(3, 12) }),
  query: v.object({ country: v.optional(v.picklist(['ES', 'BR'])) }),
  reply: Place,
  refusals: { POSTAL_CODE_NOT_FOUND: 404, RATE_LIMITED: 429 },
})

/**
 * Ends the account with all its dependants, or one dependant's profile. It cannot be undone: the session began by a sign-in
 * of the last minutes (`FRESH_SIGN_IN_MINUTES`), or the body has the password; otherwise STEP_UP_REQUIRED (decision 0024).
 */
export const deletePatient = call({
  method: 'DELETE',
  path: '/patients/:id',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ password: v.optional(Password) }),
  reply: v.object({ id: Id, deletedAt: v.string() }),
  refusals: {
    PATIENT_NOT_FOUND: 404,
    STEP_UP_REQUIRED: 403,
    CONSULTATION_ONGOING: 409,
    PAYMENT_ONGOING: 409,
    ...WRONG_PASSWORD,
  },
})

/**
 * A copy of everything. Not a GET, though it changes nothing: the password is asked, as for whatever a borrowed device must
 * not do (docs/decisions/0024), and it has no place in an address.
 */
export const exportPatient = call({
  method: 'POST',
  path: '/patients/:id/export',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ password: Password }),
  reply: AccountExport,
  refusals: { PATIENT_NOT_FOUND: 404, ...WRONG_PASSWORD },
})
