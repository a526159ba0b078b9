import { confirmPhone } from '@cuida/core/access/api.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect, useState } from 'react'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { CodeForm } from '../code/CodeForm.tsx'
import { ConflictAlert } from '../session/ConflictAlert.tsx'
import { MissingStepScreen } from '../session/MissingStepScreen.tsx'
import { finishWithPhone } from '../social/social-registration.ts'
import { currentStep, rememberStep, tokenOfPath } from './registration.ts'
import { confirmPhoneCode } from './registration-calls.ts'

/** A2.16: the code verifies the phone and leads to the profile. */
export function VerifyPhoneScreen({ params }: { params: { token?: string } }) {
  const verificationToken = tokenOfPath(params.token)
  useEffect(() => {
    if (!verificationToken) return
    rememberStep({ at: 'verify', token: verificationToken })
    // Removes the token from the address bar and the history.
    goTo(pathOf('verifyPhone', {}), { replace: true })
  }, [verificationToken])
  return verificationToken ? null : <Verify />
}

function Verify() {
  const [isPhoneTaken, setPhoneTaken] = useState(false)
  const step = currentStep('verify') ?? currentStep('social-verify')
  if (!step) return <MissingStepScreen />
  const { phone, token } = step
  const isSocial = step.at === 'social-verify'
  async function confirm(code: string): Promise<void> {
    const reply = await confirmPhoneCode(token, code).catch((failure: unknown) => {
      if (!refusedWith(confirmPhone, failure, 'PHONE_CONFLICT')) throw failure
      setPhoneTaken(true)
    })
    if (!reply) return
    const { accessToken } = reply
    if (step?.at === 'social-verify') return finishWithPhone(step.social, { phone: step.phone, token: accessToken })
    rememberStep({ at: 'profile', phone, token: accessToken })
    goTo(pathOf('createProfile'), { replace: true })
  }
  return (
    <Screen title={t('access.verify.title')} status={t('access.step', { now: isSocial ? 2 : 1, all: 2 })}>
      {isPhoneTaken ? (
        <ConflictAlert code="PHONE_CONFLICT" />
      ) : (
        <>
          {phone && <p>{t('access.verify.sentTo', { phone: maskPhoneNumber(phone.number) })}</p>}
          <CodeForm token={token} onCode={confirm} failed={t('access.failed.phone')} />
          {!isSocial && (
            <LinkButton variant="link" fit href={pathOf('welcome')}>
              {t('access.verify.changeNumber')}
            </LinkButton>
          )}
        </>
      )}
    </Screen>
  )
}
