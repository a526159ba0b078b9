import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { AuthenticatorOff } from './AuthenticatorOff.tsx'
import { AuthenticatorOn } from './AuthenticatorOn.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useSecurity, useSecurityChanged } from './security-queries.ts'

/** An authenticator app as the second factor: on, off, and the codes for the day the phone is lost. */
export function AuthenticatorScreen() {
  const { data, error } = useSecurity()
  const changed = useSecurityChanged()
  const [codes, setCodes] = useState<string[]>()
  const show = (fresh: string[]) => {
    setCodes(fresh)
    changed()
  }
  if (codes) {
    return (
      <Screen title={t('access.totp.codesTitle')} lead={t('access.totp.codesIntro')} arrival="codes">
        <RecoveryCodes codes={codes} onKept={() => goBack(pathOf('security'))} />
      </Screen>
    )
  }
  return (
    <Screen title={t('access.totp.title')}>
      <FailureAlert failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.secondFactor === 'totp' && <AuthenticatorOn left={data.recoveryCodesLeft} onCodes={show} />}
      {data && data.secondFactor !== 'totp' && <AuthenticatorOff onCodes={show} />}
    </Screen>
  )
}
