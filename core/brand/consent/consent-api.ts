import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { AgreedText, ConsentKind, CookieGroup } from './consent.ts'
import { PolicySlug } from './policy.ts'

/** Names a text: the same words have the same name. */
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
  /** A document, a group of cookies; of a shared call, its guest. */
  subject: v.string(),
  isGiven: v.boolean(),
  at: v.string(),
  /** Of a text from before texts were kept, neither is known. */
  language: v.nullable(v.string()),
  version: v.nullable(v.string()),
  /** For whom: the holder, or a child. */
  firstName: v.string(),
  isOwn: v.boolean(),
  /** Where the text can be read. */
  textId: v.nullable(v.string()),
  title: v.nullable(v.string()),
  /** It is the last word on its matter, and a yes. */
  stands: v.boolean(),
})
export type Agreement = v.InferOutput<typeof Agreement>

/** What changed since it was agreed to, in the language asked for, and everything that was agreed to, the newest first. */
export const getAgreements = call({
  method: 'GET',
  path: '/user/me/agreements',
  access: 'access',
  reply: v.object({ due: v.array(DueAgreement), items: v.array(Agreement) }),
})

/** Only what is to be agreed to anew: asked after each sign-in. */
export const getDueAgreements = call({
  method: 'GET',
  path: '/user/me/agreements/due',
  access: 'access',
  reply: v.object({ due: v.array(DueAgreement) }),
})

/** The words, as they were. */
export const getAgreedText = call({
  method: 'GET',
  path: '/user/me/agreements/texts/:textId',
  access: 'access',
  params: v.object({ textId: TextId }),
  reply: AgreedText,
  refusals: { TEXT_NOT_FOUND: 404 },
})

/** A yes to a document that changed. `textId` is what was read: another one by now is asked for anew. */
export const agreeToDocument = call({
  method: 'POST',
  path: '/user/me/agreements',
  access: 'access',
  body: v.object({ slug: PolicySlug, textId: TextId }),
  refusals: { TEXT_CHANGED: 409 },
})

/** What was chosen on this device about measuring and the like, for the ledger. */
export const putCookieChoice = call({
  method: 'PUT',
  path: '/user/me/agreements/cookies',
  access: 'access',
  body: v.object({ groups: v.pipe(v.array(CookieGroup), v.maxLength(3)) }),
})
