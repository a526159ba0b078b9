import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { analyticsReceiverMessages } from '@cuida/core/brand/consent/consent.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** Names the vendor that receives the analytics, and the personal data that it gets. */
export const analyticsVendorMessage = (settings: AnalyticsSettings): string =>
  analyticsReceiverMessages(settings)
    .map((key) => t(key))
    .join(' ')
