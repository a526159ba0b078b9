import type { Phone } from '@cuida/core/kit/shapes.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PhoneInput } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../code/CodeForm.module.css'
import { fieldProblem, withFieldProblems } from '../registration/field-problem.ts'
import { rememberStep } from '../registration/registration.ts'
import { knownPhone } from '../sign-in/known-phone.ts'
import { phoneCountries, readPhone } from '../sign-in/phone.ts'
import { startRecovery } from './recovery-calls.ts'

/** A2.19. Prefills the number typed on Welcome. */
export function ForgotPhoneScreen() {
  const { countryCodes } = usePartner()
  const form = useForm<{ phone: Phone }>({
    initial: { phone: knownPhone() ?? { number: '', country: countryCodes[0] ?? 'ES' } },
    check: ({ phone }) => ({ phone: phone.number.trim() ? undefined : 'REQUIRED' }),
    submit: ({ phone }) => send(phone),
    message: (_, code): string => t(`access.welcome.phone.${code}`),
  })
  return (
    <Screen title={t('access.forgot.title')} lead={t('access.forgot.lead')}>
      <form {...form.props} className={css.form}>
        <FailureAlert failure={form.failure} />
        <PhoneInput label={t('access.welcome.phone')} countries={phoneCountries()} {...form.field('phone')} />
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('access.forgot.send')}
        </Button>
      </form>
    </Screen>
  )
}

async function send(typed: { number: string; country: string }): Promise<void> {
  const phone = await readPhone(typed.number, typed.country)
  if (!phone) throw fieldProblem('phone', 'INVALID')
  const reply = await withFieldProblems({ PHONE_NOT_ALLOWED: 'phone' }, () => startRecovery(phone))
  rememberStep({ at: 'recovery', phone, token: reply.accessToken })
  goTo(pathOf('forgotVerify'))
}
