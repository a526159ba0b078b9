import * as v from 'valibot'
import { OWNER_PROOF } from '../../access/passkey/passkey-api.ts'
import { LOCALES } from '../../brand/locale.ts'
import { call } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Name, Phone, Text, TimeZone } from '../../kit/shapes.ts'
import { Address, AddressKind } from '../address/address.ts'
import { AccountExport } from '../deletion/export.ts'
import { DocumentType, Profile, Sex } from './profile.ts'

const PROOF_REFUSALS = { WRONG_CREDENTIALS: 400, PASSKEY_REFUSED: 400, RATE_LIMITED: 429 } as const

/**
 * Changes only the fields in the request, so that two tabs do not overwrite each other's fields. Identifying data (date
 * of birth, documents) cannot be changed here (docs/decisions/0024).
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
    /** Language of messages to the patient. */
    locale: v.optional(v.picklist(LOCALES)),
    /** Time zone of the holder's device, for times in messages; the app reports it automatically. */
    timeZone: v.optional(TimeZone),
  }),
  reply: Profile,
})

/**
 * Adds the document that the partner asks for after the registration (`askedLater`). Once set it is fixed, like all
 * identifying data; repeating the same document changes nothing.
 */
export const addIdentityDocument = call({
  method: 'PUT',
  path: '/user/me/document',
  access: 'access',
  body: v.object({ documentType: DocumentType, documentNumber: Text(1, 24) }),
  reply: Profile,
  refusals: { DOCUMENT_DUPLICATED: 409, DOCUMENT_FIXED: 409, RATE_LIMITED: 429 },
})

const ChangeToken = Text(20, 2_000)
const CODE_REFUSALS = { WRONG_CODE: 400, CODE_EXPIRED: 400, RATE_LIMITED: 429 } as const

/** Sends a code to the new address. The token identifies this change, also for another code. */
export const changeEmail = call({
  method: 'PUT',
  path: '/user/me/email',
  access: 'access',
  needs: 'mail',
  body: v.object({ email: EmailAddress, ...OWNER_PROOF }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { EMAIL_CONFLICT: 409, ...PROOF_REFUSALS },
})

/** Sends another code to the same address and voids the previous one. */
export const resendEmailCode = call({
  method: 'POST',
  path: '/user/me/email/code',
  repeat: 'safe',
  access: 'access',
  needs: 'mail',
  body: v.object({ changeToken: ChangeToken }),
  refusals: { CODE_EXPIRED: 400, RATE_LIMITED: 429 },
})

/** Sets the new address and notifies the previous one. */
export const confirmEmailChange = call({
  method: 'POST',
  path: '/user/me/email/confirmation',
  repeat: 'safe',
  access: 'access',
  body: v.object({ changeToken: ChangeToken, code: Code }),
  reply: Profile,
  refusals: { EMAIL_CONFLICT: 409, ...CODE_REFUSALS },
})

/** Sends a code to the new number. The token identifies this change, also for another code. */
export const changePhone = call({
  method: 'PUT',
  path: '/user/me/phone',
  access: 'access',
  needs: 'messages',
  body: v.object({ phone: Phone, ...OWNER_PROOF }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { PHONE_CONFLICT: 409, PHONE_NOT_ALLOWED: 400, ...PROOF_REFUSALS },
})

/** Sets the new number and ends every other session of the account. */
export const confirmPhoneChange = call({
  method: 'POST',
  path: '/user/me/phone/confirmation',
  repeat: 'safe',
  access: 'access',
  body: v.object({ changeToken: ChangeToken, code: Code }),
  reply: Profile,
  refusals: { PHONE_CONFLICT: 409, ...CODE_REFUSALS },
})

const AddressParams = v.object({ id: Id, kind: AddressKind })

/**
 * `source` says whose address it is: billing defaults to the home address, and a dependant's home to the holder's.
 */
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
    /** With a home address: it also becomes the billing address, and a separate one is deleted. */
    useForBilling: v.optional(v.boolean(), false),
  }),
  reply: AddressFound,
  refusals: { PATIENT_NOT_FOUND: 404 },
})

/**
 * Fields that the postal code does not determine are null: a small Brazilian town has one code for all its streets.
 */
export const PostalPlace = v.object({
  country: v.string(),
  postalCode: v.string(),
  state: v.string(),
  city: v.nullable(v.string()),
  district: v.nullable(v.string()),
  street: v.nullable(v.string()),
})
export type PostalPlace = v.InferOutput<typeof PostalPlace>

/**
 * The parts of an address that a postal code implies, to pre-fill the form; without a match the patient types them.
 */
export const findPostalCode = call({
  method: 'GET',
  path: '/postal-codes/:code',
  access: 'access',
  params: v.object({ code: Text(3, 12) }),
  query: v.object({ country: v.optional(v.picklist(['ES', 'BR'])) }),
  reply: PostalPlace,
  refusals: { POSTAL_CODE_NOT_FOUND: 404, RATE_LIMITED: 429 },
})

/**
 * Deletes the account with all its dependants, or one dependant. It cannot be undone, so it needs a session that began
 * within `FRESH_SIGN_IN_MINUTES`, the password or a passkey; otherwise STEP_UP_REQUIRED (decision 0024).
 */
export const deletePatient = call({
  method: 'DELETE',
  path: '/patients/:id',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object(OWNER_PROOF),
  reply: v.object({ id: Id, deletedAt: v.string() }),
  refusals: {
    PATIENT_NOT_FOUND: 404,
    STEP_UP_REQUIRED: 403,
    CONSULTATION_ONGOING: 409,
    PAYMENT_ONGOING: 409,
    ...PROOF_REFUSALS,
  },
})

/**
 * Exports all personal data. POST, because it needs the password or a passkey (docs/decisions/0024), which must not be in a URL.
 */
export const exportPatient = call({
  method: 'POST',
  path: '/patients/:id/export',
  repeat: 'safe',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object(OWNER_PROOF),
  reply: AccountExport,
  refusals: { PATIENT_NOT_FOUND: 404, ...PROOF_REFUSALS },
})
