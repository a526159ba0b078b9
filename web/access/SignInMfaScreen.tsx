import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { goTo } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'
import { BlockedNotice } from './BlockedNotice.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ForceLoginDialog } from './ForceLoginDialog.tsx'
import { forgetPhone } from './known-phone.ts'
import { currentStep, forgetSteps } from './registration.ts'
import { StepLost } from './StepLost.tsx'
import { type Outcome, signInWithCode } from './sign-in.ts'

/** Spec 1 §2 "SignInMFA": the second factor of a sign-in. */
export function SignInMfaScreen() {
  const [outcome, setOutcome] = useState<Outcome>()
  const step = currentStep('mfa')
  if (!step) return <StepLost />
  const { token, maskedPhone } = step
  async function enter(code: string): Promise<void> {
    const result = await signInWithCode(token, code)
    setOutcome(result)
    if (result.kind !== 'in') return
    forgetSteps()
    forgetPhone()
    goTo(pathOf('redirect'), { replace: true })
  }
  return (
    <Screen title={t('access.mfa.title')}>
      {outcome?.kind === 'blocked' && <BlockedNotice />}
      <p>{t('access.verify.sentTo', { phone: maskedPhone })}</p>
      <CodeForm token={token} onCode={enter} />
      {outcome?.kind === 'sessions-full' && (
        <ForceLoginDialog token={outcome.maxSessionsToken} onClose={() => setOutcome(undefined)} />
      )}
    </Screen>
  )
}
