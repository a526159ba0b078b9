import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { CodeForm } from '../code/CodeForm.tsx'
import { currentStep, rememberStep } from '../registration/registration.ts'
import { MissingStepScreen } from '../session/MissingStepScreen.tsx'
import { confirmRecoveryCode } from './recovery-calls.ts'

/** A2.20. Shows the same whether the number has an account or not. */
export function ForgotVerifyScreen() {
  const step = currentStep('recovery')
  if (!step) return <MissingStepScreen />
  const { phone, token } = step
  async function confirm(code: string): Promise<void> {
    rememberStep({ at: 'reset', token: await confirmRecoveryCode(token, code) })
    goTo(pathOf('forgotNewPassword'), { replace: true })
  }
  return (
    <Screen title={t('access.verify.title')}>
      <p>{t('access.forgot.sentTo', { phone: maskPhoneNumber(phone.number) })}</p>
      <CodeForm token={token} onCode={confirm} />
    </Screen>
  )
}
