import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'

/** Copies and confirms it. Where copying fails (an old browser, plain http), shows the text to be written down. */
export function copyText(text: string): void {
  navigator.clipboard?.writeText(text).then(
    () => showToast(t('access.totp.copied')),
    () => {},
  )
}
