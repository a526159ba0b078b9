import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { rememberPath } from '../../access/sign-in/continue-path.ts'
import { rememberCheckoutExit } from '../../access/sign-in/entry.ts'
import { WelcomeForm } from '../../access/sign-in/WelcomeForm.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'

/** B4.25: guests sign in or create an account here and return to checkout; the held time and the answers are kept. */
export function GuestSignIn() {
  return (
    <Section title={t('checkout.guest.title')}>
      <p>{t('checkout.guest.text')}</p>
      <WelcomeForm onEnter={rememberCheckout} />
      <Button variant="quiet" onClick={enterFromCheckout}>
        {t('checkout.guest.enter')}
      </Button>
    </Section>
  )
}

function rememberCheckout(): void {
  rememberPath(pathOf('checkout'))
  rememberCheckoutExit()
}

/** Goes to Welcome, with every other way to sign in, and returns to checkout. */
function enterFromCheckout(): void {
  rememberCheckout()
  goTo(pathOf('welcome'))
}
