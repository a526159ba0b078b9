import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { preloadModules } from '@cuida/ui/lazy/lazy-module.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { PhoneInput } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { useEffect, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { forgetPhone, knownPhone, rememberPhone } from './known-phone.ts'
import { phoneCountries, readPhone } from './phone.ts'
import type { Outcome } from './sign-in.ts'
import { usePhoneAccount, welcomeCalls } from './use-phone-account.ts'
import css from './WelcomeScreen.module.css'

// Rarely used parts load on demand, with their messages.
const BlockedNotice = lazy('BlockedNotice', () => import('./BlockedNotice.tsx'))
const ForceLoginDialog = lazy('ForceLoginDialog', () => import('../session/ForceLoginDialog.tsx'), { place: 'over' })
const RegistrationOnboarding = lazy(
  'RegistrationOnboarding',
  () => import('../registration/RegistrationOnboarding.tsx'),
  { place: 'unseen' },
)

interface Entry {
  phone: { number: string; country: string }
  password: string
  /**
   * The button "it is my first time", offered when the server cannot tell whether the number has an account, was
   * pressed.
   */
  first: boolean
}

interface WelcomeFormProps {
  /** Called before each submission, such as to remember where to return. */
  onEnter?: () => void
}

/** Asks for the phone, then for a password or a code: the number decides which. */
export function WelcomeForm({ onEnter }: WelcomeFormProps) {
  const partner = usePartner()
  const { countryCodes, partnerConfig } = partner
  // Codes verify a new phone and a password recovery.
  const sendsCodes = hasCapability(partner, 'messages')
  const [outcome, setOutcome] = useState<Outcome>()
  const [wrong, setWrong] = useState<'phone' | 'password'>()
  /** The step that failed. */
  const [step, setStep] = useState<'register' | 'login'>()
  const form = useForm<Entry>({
    initial: { phone: knownPhone() ?? { number: '', country: countryCodes[0] ?? 'ES' }, password: '', first: false },
    check: ({ phone, password, first }) => ({
      phone: phone.number.trim() ? undefined : 'REQUIRED',
      password: knownAccount && !password && !first ? 'REQUIRED' : undefined,
    }),
    submit: enter,
    message: (field, code) => t(`access.welcome.${field}.${code}`),
  })
  const { phone: valid, exists } = usePhoneAccount(form.values.phone.number, form.values.phone.country)
  const [answered, setAnswered] = useState<{ number: string; exists: boolean }>()
  const [unsure, setUnsure] = useState(false)
  const knownAccount = exists ?? (answered && answered.number === valid?.number ? answered.exists : undefined)

  useEffect(() => preloadModules(BlockedNotice, ForceLoginDialog), [])
  // While the form's submission looks the number up, no password field appears: its Enter would reach a busy form.
  const wantsPassword = knownAccount && !(form.busy && !form.values.password)
  const onboards = knownAccount === false && partnerConfig.showRegistrationOnboarding

  async function enter({ phone: typed, password, first }: Entry): Promise<void> {
    onEnter?.()
    form.set('first', false)
    setWrong(undefined)
    setOutcome(undefined)
    setStep(undefined)
    const phone = await readPhone(typed.number, typed.country)
    if (!phone) return setWrong('phone')
    rememberPhone(typed)
    const calls = await welcomeCalls.load()
    const accountExists = first ? false : (knownAccount ?? (await calls.hasAccount(phone)))
    if (accountExists === false) {
      setStep('register')
      await calls.startRegistration(phone)
      return goTo(pathOf('verifyPhone', {}))
    }
    if (accountExists === undefined) setUnsure(true)
    if (!password) return setAnswered({ number: phone.number, exists: true })
    setStep('login')
    const result = await calls.signInWithPassword(phone.number, password)
    if (result.kind === 'in') {
      forgetPhone()
      return goTo(pathOf('redirect'), { replace: true })
    }
    if (result.kind === 'second-factor') return goTo(pathOf('signInMfa'))
    if (result.kind === 'wrong-credentials') return setWrong('password')
    setOutcome(result)
  }

  const phone = form.field('phone')
  const password = form.field('password')
  return (
    <form {...form.props} className={css.form}>
      {outcome?.kind === 'blocked' && <BlockedNotice />}
      <FailureAlert failure={form.failure} heading={step && t(`access.failed.${step}`)} />
      <PhoneInput
        label={t('access.welcome.phone')}
        countries={phoneCountries()}
        // Among the suggestions of this field the browser offers passkeys (PasskeySignIn).
        autoComplete="tel-national webauthn"
        hint={
          knownAccount === undefined || unsure
            ? undefined
            : sendsCodes || knownAccount
              ? t(knownAccount ? 'access.welcome.known' : 'access.welcome.new')
              : t('access.welcome.closed', { email: partnerConfig.supportProvider.info.email })
        }
        {...phone}
        error={phone.error ?? (wrong === 'phone' && !valid ? t('access.welcome.phone.INVALID') : undefined)}
      />
      {wantsPassword && (
        <PasswordInput
          label={t('access.welcome.password')}
          autoComplete="current-password"
          {...password}
          error={password.error ?? (wrong === 'password' ? t('access.welcome.password.WRONG') : undefined)}
        />
      )}
      {onboards && <RegistrationOnboarding />}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t(wantsPassword ? 'access.welcome.signIn' : 'access.welcome.continue')}
      </Button>
      {unsure && sendsCodes && (
        <Button type="submit" onClick={() => form.set('first', true)}>
          {t('access.welcome.firstTime')}
        </Button>
      )}
      {!onboards && sendsCodes && (
        <LinkButton variant="quiet" href={pathOf('forgotPhone')} onClick={() => rememberPhone(form.values.phone)}>
          {t('access.welcome.forgot')}
        </LinkButton>
      )}
      {outcome?.kind === 'sessions-full' && (
        <ForceLoginDialog
          token={outcome.maxSessionsToken}
          onClose={() => setOutcome(undefined)}
          onBlocked={() => setOutcome({ kind: 'blocked' })}
        />
      )}
    </form>
  )
}
