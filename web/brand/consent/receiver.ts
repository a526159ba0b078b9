import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { receiverMessages } from '@cuida/core/brand/consent/consent.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** Names the vendor that receives the analytics, and the personal data that it gets. */
export const analyticsVendorMessage = (settings: AnalyticsSettings): string =>
  receiverMessages(settings)
    .map((key) => t(key))
    .join(' ')
