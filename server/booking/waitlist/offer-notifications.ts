import { templateFor } from '../../brand/whatsapp-template.ts'
import { type EmailBody, emailHtml, emailText } from '../../kit/i18n/email-html.ts'
import { formatMomentFor, formatTimeFor } from '../../kit/i18n/format-moment.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { NotificationDefinition } from '../../notifications/notification.ts'
import { findHeldOffer } from './waitlist-store.ts'

type OfferType = 'offer' | 'offer-asked' | 'follow-up'

const WORDS = { offer: 'waitlist', 'offer-asked': 'agenda', 'follow-up': 'followUp' } as const

/**
 * Has no consultation details, because others may see the phone's screen. Not sent when the time is no longer held.
 */
const definitionOf = (type: OfferType): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: type,
  async content(services, { id, subjectId, locale, email }, timeZone) {
    const { db, config, catalogueFor, env } = services
    const expiresAt = await findHeldOffer(db, subjectId ?? '')
    if (!expiresAt) return undefined
    // A follow-up may be held into the next day, so the text names the day too.
    const when = (type === 'follow-up' ? formatMomentFor : formatTimeFor)(services, expiresAt, { locale, timeZone })
    const link = `${env.PUBLIC_URL}/waitlist`
    const partner = config.partnerName
    const values = { partner, when, time: when, link }
    const translate = createTranslator(locale, catalogueFor(locale))
    return {
      text: () => translate(`messages.${WORDS[type]}.offer`, values),
      // No approved WhatsApp template covers follow-ups.
      template: () => (type === 'follow-up' ? undefined : templateFor(config, { name: type, locale }, values)),
      email() {
        const heading = translate(`messages.mail.${WORDS[type]}.subject`, values)
        const body: EmailBody = {
          locale,
          partner,
          colour: config.brand.brand,
          heading,
          text: translate(`messages.mail.${WORDS[type]}.text`, values),
          links: [{ label: translate('messages.notification.open'), url: link }],
        }
        return { to: email ?? '', subject: heading, text: emailText(body), html: emailHtml(body), key: id }
      },
    }
  },
})

/** A time that is held for a patient. `subjectId` is the offer's cart. */
export const offerNotifications: Record<OfferType, NotificationDefinition> = {
  offer: definitionOf('offer'),
  'offer-asked': definitionOf('offer-asked'),
  'follow-up': definitionOf('follow-up'),
}
