import {
  analyticsReceiverMessages,
  COOKIES_VERSION,
  type CookieGroup,
  CookieGroup as Groups,
  isDue,
} from '@cuida/core/brand/consent/consent.ts'
import { ACCOUNT_DOCUMENTS, type PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { LOCALES } from '@cuida/core/brand/locale.ts'
import type { Db, Sql } from '../../kit/db/db.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { Services } from '../../services.ts'
import {
  type Consent,
  findLastAgreedTexts,
  isGivenNow,
  legacyTextId,
  storeLegacyTexts,
  textId,
} from './consent-store.ts'

type Texts = Pick<Services, 'config' | 'content' | 'catalogueFor' | 'supportedLocale'>

/** Throws 503 when the document is missing: consent to a missing text cannot be recorded. */
async function documentOf(
  { content }: Pick<Texts, 'content'>,
  slug: PolicySlug,
  locale: string,
): Promise<PolicyDocument> {
  const document = content.policyDocument(slug, locale)
  if (!document) throw new Refusal('UNAVAILABLE', 503, { retryAfter: 60 })
  return document
}

const toDocument = (kind: 'document' | 'telemedicine', document: PolicyDocument, language: string): Consent => ({
  kind,
  subject: document.urlSlug,
  isGiven: true,
  text: document,
  language,
  version: document.updatedOn,
})

/** The consents that a registration records. */
export const registrationConsents = (texts: Pick<Texts, 'content'>, locale: string): Promise<Consent[]> =>
  Promise.all(
    ACCOUNT_DOCUMENTS.map(async (slug) => toDocument('document', await documentOf(texts, slug, locale), locale)),
  )

/** A booking consents to telehealth care, with the wording of the terms of service. */
export async function bookingConsents(texts: Texts, locale: string): Promise<Consent[]> {
  const document = texts.content.policyDocument('terms-of-service', locale)
  return document ? [toDocument('telemedicine', document, locale)] : []
}

/** Whether the patient has given the consents of a booking before, to their current texts. */
export async function hasBookingConsents(
  texts: Texts,
  sql: Sql,
  { patientId, locale }: { patientId: string; locale: string },
): Promise<boolean> {
  const consents = await bookingConsents(texts, locale)
  const given = await Promise.all(consents.map((consent) => isGivenNow(sql, patientId, consent)))
  return given.every(Boolean)
}

/** Consent, or its withdrawal, to interface messages. The first key is the title. */
export async function messageConsent(
  { catalogueFor, supportedLocale }: Texts,
  about: Pick<Consent, 'kind' | 'subject' | 'isGiven'>,
  {
    locale,
    keys: [title, ...keys],
    version,
  }: { locale: string; keys: readonly [string, ...string[]]; version?: string },
): Promise<Consent> {
  const language = supportedLocale(locale)
  const translate = createTranslator(language, await catalogueFor(language))
  const section = keys.map((key) => ({ title: '', content: translate(key) }))
  const text = { title: translate(title), section }
  return { ...about, text, language, version: version ?? textId(text).slice(0, 12) }
}

/** The choice for each cookie group that the banner asks about, with the analytics vendor named in the text. */
export function cookieConsents(texts: Texts, groups: readonly CookieGroup[], locale: string): Promise<Consent[]> {
  const receiver = analyticsReceiverMessages(texts.config.analytics)
  return Promise.all(
    Groups.options.map((group) => {
      const about = { kind: 'analytics', subject: group, isGiven: groups.includes(group) } as const
      const keys = [`brand.cookies.${group}`, `brand.cookies.${group}.detail`, ...receiver] as const
      return messageConsent(texts, about, { locale, keys, version: COOKIES_VERSION })
    }),
  )
}

export interface DueDocument {
  document: PolicyDocument
  textId: string
}

/** The account documents whose current text differs from the one that the holder agreed to, in this language. */
export async function dueDocuments(
  texts: Texts,
  db: Sql,
  { accountId, locale }: { accountId: string; locale: string },
): Promise<DueDocument[]> {
  const agreed = await findLastAgreedTexts(db, accountId)
  const due = await Promise.all(
    ACCOUNT_DOCUMENTS.map(async (slug) => {
      const current = await inEveryLanguage(texts, slug)
      const names = current.flatMap((document) => [textId(document), legacyTextId(document)])
      if (!isDue(agreed.get(slug), names)) return []
      const document = await documentOf(texts, slug, locale)
      return [{ document, textId: textId(document) }]
    }),
  )
  return due.flat()
}

/** All language versions of a document: a patient may have read any of the Spanish variants. */
async function inEveryLanguage({ content }: Texts, slug: PolicySlug): Promise<PolicyDocument[]> {
  const found = await Promise.all(LOCALES.map((language) => content.policyDocument(slug, language)))
  return found.filter((document) => document !== undefined)
}

/** The consent to the current text of a document; undefined when the patient read another text. */
export async function documentConsent(
  texts: Texts,
  { slug, textId: read, locale }: { slug: PolicySlug; textId: string; locale: string },
): Promise<Consent | undefined> {
  if (!ACCOUNT_DOCUMENTS.includes(slug)) return undefined
  const consent = toDocument('document', await documentOf(texts, slug, locale), locale)
  return textId(consent.text) === read ? consent : undefined
}

/** Stores the current documents, so that consents recorded with a digest alone can show their text. */
export async function storeDocumentTexts(texts: Texts, db: Db): Promise<void> {
  const met = await Promise.all(ACCOUNT_DOCUMENTS.map((slug) => inEveryLanguage(texts, slug)))
  await storeLegacyTexts(db, met.flat())
}
