import * as v from 'valibot'
import { type MeasuringSettings, sendsIdentity } from '../measuring/measuring-settings.ts'

/** The groups of cookies and the like that a person is asked about (product 9.1). The first is not asked: nothing works without it. */
export const NECESSARY = 'C0001'
export const CookieGroup = v.picklist(['C0002', 'C0003', 'C0004'])
export type CookieGroup = v.InferOutput<typeof CookieGroup>

/**
 * The wording that was answered, by its day and the beginning of its digest: who answered another one is asked again
 * (`content/cookie-messages.test.ts` says what it must be).
 */
export const COOKIES_VERSION = '2026-11-28.05a7a94f'

/** Whether it may be counted which screens are seen, without a word on who sees them (A9.9: C0002, performance). */
export const mayMeasure = (groups: readonly CookieGroup[]): boolean => groups.includes('C0002')

/** Which vendor receives what is tracked, and what it learns of a person: part of the question, and of what is agreed to. */
export const receiverMessages = (settings: MeasuringSettings) => {
  const receiver = `brand.cookies.who.${settings.connector}` as const
  if (settings.connector === 'none') return [receiver] as const
  return [receiver, sendsIdentity(settings) ? 'brand.cookies.who.identity' : 'brand.cookies.who.nobody'] as const
}

/** What somebody may agree to; each is asked for by itself. */
export const ConsentKind = v.picklist(['document', 'telemedicine', 'sharing', 'measuring', 'whatsapp'])
export type ConsentKind = v.InferOutput<typeof ConsentKind>

/** What was agreed to, word for word. Its digest is its name, so the same text is kept once. */
export const AgreedText = v.object({
  title: v.string(),
  section: v.array(v.object({ title: v.string(), content: v.string() })),
})
export type AgreedText = v.InferOutput<typeof AgreedText>

/** A text as it is kept: what a content service puts beside it (ids, days) makes no other text of it. */
export const agreedText = ({ title, section }: AgreedText): AgreedText => ({
  title,
  section: section.map((part) => ({ title: part.title, content: part.content })),
})

/**
 * Whether a document is to be agreed to: what the account agreed to is none of the texts, one a language, that it has now.
 * An account that was registered without acceptance has agreed to none.
 */
export const isDue = (agreed: string | undefined, current: readonly string[]): boolean =>
  current.length > 0 && !(agreed !== undefined && current.includes(agreed))
