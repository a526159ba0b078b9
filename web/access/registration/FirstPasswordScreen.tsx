import { setFirstPassword } from '@cuida/core/access/security/security-api.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { goBack } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import css from '../code/CodeForm.module.css'
import { CodeForm } from '../code/CodeForm.tsx'
import { NewPasswordForm } from '../recovery/NewPasswordForm.tsx'
import { confirmRecoveryCode, startRecovery } from '../recovery/recovery-calls.ts'
import { chooseFirstPassword, useInvalidateSecurityQueries } from '../security/security-queries.ts'

/** A first password for an account created with Google, confirmed by a code to its phone. */
export function FirstPasswordScreen() {
  const { profile } = useSession()
  const changed = useInvalidateSecurityQueries()
  const [resetToken, setResetToken] = useState<string>()
  const [late, setLate] = useState(false)
  const start = useMutation(startRecovery)
  const phone = profile && maskPhoneNumber(profile.phone.number)
  async function save(token: string, password: string): Promise<void> {
    try {
      await chooseFirstPassword(token, password)
    } catch (failure) {
      // Another tab set a password first, which is the wanted result.
      if (refusedWith(setFirstPassword, failure, 'ALREADY_SET')) return done()
      if (!refusedWith(setFirstPassword, failure, 'CODE_EXPIRED')) throw failure
      setResetToken(undefined)
      setLate(true)
      return start.reset()
    }
    showToast(t('access.firstPassword.done'))
    done()
  }
  function done(): void {
    changed()
    goBack(pathOf('security'))
  }
  if (resetToken) {
    return (
      <Screen title={t('access.firstPassword.choose')} arrival="password">
        <NewPasswordForm act={t('access.password.save')} onPassword={({ password }) => save(resetToken, password)} />
      </Screen>
    )
  }
  if (start.data) {
    const { accessToken } = start.data
    return (
      <Screen title={t('access.verify.title')} arrival="code" onBack={start.reset}>
        <div className={css.form}>
          <p>{phone && t('access.verify.sentTo', { phone })}</p>
          <CodeForm
            token={accessToken}
            onCode={async (code) => setResetToken(await confirmRecoveryCode(accessToken, code))}
          />
        </div>
      </Screen>
    )
  }
  return (
    <Screen title={t('access.firstPassword.title')} lead={t('access.firstPassword.lead')}>
      <div className={css.form}>
        <p>{phone && t('access.firstPassword.phone', { phone })}</p>
        {late && <Alert tone="warning" title={t('access.forgot.tooLate')} />}
        <FailureAlert failure={start.error} />
        <Button variant="primary" busy={start.isPending} onClick={() => profile && start.mutate(profile.phone)}>
          {t('access.forgot.send')}
        </Button>
      </div>
    </Screen>
  )
}
