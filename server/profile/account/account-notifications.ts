import type { UndeliveredKind } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import type { Tx } from '../../kit/db/db.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { plainEmail } from '../../notifications/email.ts'
import type { AccountNotice, NotificationDefinition } from '../../notifications/notification.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { HolderAccount } from './account-store.ts'

/**
 * Notifies the account's previous phone and e-mail address of a change, so that the owner learns of a change by
 * another person.
 */
export async function enqueueAccountNotice(tx: Tx, kind: AccountNotice, before: HolderAccount): Promise<void> {
  const { id, phone, email, locale } = before
  // A deleted account gets no task to phone its owner.
  const accountId = kind === 'deleted' ? null : id
  await enqueueNotification(tx, { type: `account-${kind}`, accountId, phone, email, locale })
}

const definitionOf = (messageName: string, undelivered: UndeliveredKind | null): NotificationDefinition => ({
  channels: ['sms', 'email'],
  undelivered,
  async content(services, { id, email: to, locale }) {
    const { config } = services
    const { email } = config.partnerConfig.supportProvider.info
    const translate = createTranslator(locale, services.catalogueFor(locale))
    return {
      text: () => translate(`messages.account.${messageName}`, { partner: config.partnerName, email }),
      email: () => plainEmail(services, { to: to ?? '', locale, kind: messageName, key: id }),
    }
  },
})

export const accountNotifications: { [K in AccountNotice as `account-${K}`]: NotificationDefinition } = {
  'account-phone-changed': definitionOf('phoneChanged', 'security'),
  'account-email-changed': definitionOf('emailChanged', 'security'),
  'account-deleted': definitionOf('deleted', null),
  'account-charge-unpaid': definitionOf('chargeUnpaid', 'subscription'),
  'account-subscription-ended': definitionOf('subscriptionEnded', 'subscription'),
}
