import { receiverMessages } from '@cuida/core/brand/consent/consent.ts'
import type { MeasuringSettings } from '@cuida/core/brand/measuring/measuring-settings.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** Which vendor receives what is tracked, and what it learns of the person. */
export const receiverOf = (settings: MeasuringSettings): string =>
  receiverMessages(settings)
    .map((key) => t(key))
    .join(' ')
