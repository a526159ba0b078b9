import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'

/** Copies and says so. What cannot be copied (an old browser, plain http) stands there to be written down. */
export function copyText(text: string): void {
  navigator.clipboard?.writeText(text).then(
    () => showToast(t('access.totp.copied')),
    () => {},
  )
}
