import { confirmRecovery } from '@cuida/core/access/recovery-api.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { api } from '../../kit/api.ts'
import { goTo } from '../../kit/navigation.ts'
import { pathOf } from '../../routes.ts'
import { CodeForm } from '../CodeForm.tsx'
import { maskedNumber } from '../masked-number.ts'
import { currentStep, rememberStep } from '../registration/registration.ts'
import { StepLost } from '../session/StepLost.tsx'

/** Spec 1 §2 "ForgotPasswordVerify". It says the same whether the number has an account or not. */
export function ForgotVerifyScreen() {
  const step = currentStep('recovery')
  if (!step) return <StepLost />
  const { phone, token } = step
  async function confirm(code: string): Promise<void> {
    const { accessToken } = await api(confirmRecovery, { code }, { token })
    rememberStep({ at: 'reset', token: accessToken })
    goTo(pathOf('forgotNewPassword'), { replace: true })
  }
  return (
    <Screen title={t('access.verify.title')}>
      <p>{t('access.forgot.sentTo', { phone: maskedNumber(phone.number) })}</p>
      <CodeForm token={token} onCode={confirm} />
    </Screen>
  )
}
