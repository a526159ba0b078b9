import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { AgreedText, ConsentKind, CookieGroup } from './consent.ts'
import { PolicySlug } from './policy.ts'

/** Digest of a text: equal texts have equal ids. */
const TextId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const DueAgreement = v.object({
  slug: PolicySlug,
  title: v.string(),
  updatedOn: v.string(),
  textId: v.string(),
})
export type DueAgreement = v.InferOutput<typeof DueAgreement>

const Agreement = v.object({
  id: v.string(),
  kind: ConsentKind,
  /** A document, a cookie group, or the guest of a shared call. */
  subject: v.string(),
  isGiven: v.boolean(),
  at: v.string(),
  /** Unknown for a consent from before texts were stored. */
  language: v.nullable(v.string()),
  version: v.nullable(v.string()),
  /** The person concerned: the holder or a dependant. */
  firstName: v.string(),
  isOwn: v.boolean(),
  /** Id for `getAgreedText`. */
  textId: v.nullable(v.string()),
  title: v.nullable(v.string()),
  /** The latest answer on its subject, and a yes. */
  stands: v.boolean(),
})
export type Agreement = v.InferOutput<typeof Agreement>

/**
 * Documents that changed since the account agreed, in the requested language, and all given consents, newest first.
 */
export const getAgreements = call({
  method: 'GET',
  path: '/user/me/agreements',
  list: { boundedBy: 'the documents of the clinic' },
  access: 'access',
  reply: v.object({ due: v.array(DueAgreement), items: v.array(Agreement) }),
})

/** Only documents that need a new consent; requested after each sign-in. */
export const getDueAgreements = call({
  method: 'GET',
  path: '/user/me/agreements/due',
  access: 'access',
  reply: v.object({ due: v.array(DueAgreement) }),
})

/** The text as it was agreed to. */
export const getAgreedText = call({
  method: 'GET',
  path: '/user/me/agreements/texts/:textId',
  access: 'access',
  params: v.object({ textId: TextId }),
  reply: AgreedText,
  refusals: { TEXT_NOT_FOUND: 404 },
})

/**
 * Agrees to a changed document. `textId` is the text that was read; if it has changed since, the consent stays due.
 */
export const agreeToDocument = call({
  method: 'POST',
  path: '/user/me/agreements',
  repeat: 'safe',
  access: 'access',
  body: v.object({ slug: PolicySlug, textId: TextId }),
  refusals: { TEXT_CHANGED: 409 },
})

/** Records this device's cookie choice in the consent history. */
export const putCookieChoice = call({
  method: 'PUT',
  path: '/user/me/agreements/cookies',
  access: 'access',
  body: v.object({ groups: v.pipe(v.array(CookieGroup), v.maxLength(3)) }),
})
