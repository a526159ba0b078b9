import * as v from 'valibot'
import { type AnalyticsSettings, sendsIdentity } from '../analytics/analytics-settings.ts'

/** Cookie groups that need consent (product 9.1). The first group is strictly necessary and is not asked. */
export const NECESSARY_COOKIES = 'C0001'
export const CookieGroup = v.picklist(['C0002', 'C0003', 'C0004'])
export type CookieGroup = v.InferOutput<typeof CookieGroup>

/**
 * Version of the cookie question: its date and the start of its digest. A device that answered another version is asked
 * again (`content/cookie-messages.test.ts` verifies the value).
 */
export const COOKIES_VERSION = '2026-11-28.05a7a94f'

/** Whether screens may be tracked without identifying the person (A9.9: C0002, performance). */
export const isTrackingAllowed = (groups: readonly CookieGroup[]): boolean => groups.includes('C0002')

/** Messages about the vendor that receives analytics and what it learns of a person: part of the consent text. */
export const analyticsReceiverMessages = (settings: AnalyticsSettings) => {
  const receiver = `brand.cookies.who.${settings.connector}` as const
  if (settings.connector === 'none') return [receiver] as const
  return [receiver, sendsIdentity(settings) ? 'brand.cookies.who.identity' : 'brand.cookies.who.nobody'] as const
}

/** Subjects of consent; each is asked for separately. */
export const ConsentKind = v.picklist(['document', 'telemedicine', 'sharing', 'analytics', 'whatsapp'])
export type ConsentKind = v.InferOutput<typeof ConsentKind>

/** A consent text, verbatim. Its digest is its id, so that equal texts are stored once. */
export const AgreedText = v.object({
  title: v.string(),
  section: v.array(v.object({ title: v.string(), content: v.string() })),
})
export type AgreedText = v.InferOutput<typeof AgreedText>

/** A text as it is stored: without the ids and dates of a content service, which would change its digest. */
export const agreedText = ({ title, section }: AgreedText): AgreedText => ({
  title,
  section: section.map((part) => ({ title: part.title, content: part.content })),
})

/**
 * Whether a document needs a new consent: the agreed text is none of its present texts, one for each language. An
 * account that was registered without acceptance has agreed to none.
 */
export const isDue = (agreed: string | undefined, current: readonly string[]): boolean =>
  current.length > 0 && !(agreed !== undefined && current.includes(agreed))
