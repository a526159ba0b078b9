import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { receiverMessages } from '@cuida/core/brand/consent/consent.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** Which vendor receives what is tracked, and what it learns of the person. */
export const receiverOf = (settings: AnalyticsSettings): string =>
  receiverMessages(settings)
    .map((key) => t(key))
    .join(' ')
