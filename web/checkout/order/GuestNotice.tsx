import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { rememberPath } from '../../access/sign-in/continue-path.ts'
import { rememberCheckoutExit } from '../../access/sign-in/entry.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'

/** B4.25: guests at checkout sign in or create an account; the held time and the answers are kept. */
export function GuestNotice() {
  return (
    <Alert tone="info" title={t('checkout.guest.title')}>
      {t('checkout.guest.text')}
    </Alert>
  )
}

/** Goes to sign-in or registration and returns to checkout. */
export function enterFromCheckout(): void {
  rememberPath(pathOf('checkout'))
  rememberCheckoutExit()
  goTo(pathOf('welcome'))
}
