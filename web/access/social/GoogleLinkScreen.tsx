import { linkGoogle } from '@cuida/core/access/security/security-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useState } from 'react'
import { api } from '../../kit/api.ts'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { useInvalidateSecurityQueries } from '../security/security-queries.ts'
import { takeSocialCredential } from '../sign-in/social-credential.ts'
import { takeVerifier } from './app-journey.ts'

// The credential can be used once but React may mount the screen twice, so the request is shared; a native app
// handles several returns.
let arrival: Promise<void> | undefined

/** The return from linking Google, with or without a one-time code. */
export function GoogleLinkScreen() {
  const changed = useInvalidateSecurityQueries()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    const credential = takeSocialCredential()
    if (credential || !arrival) arrival = linkWith(credential)
    arrival.then(
      () => {
        changed()
        showToast(t('access.google.done'))
        goTo(pathOf('security'), { replace: true })
      },
      (error) => setFailure(error ?? 'nothing'),
    )
  }, [changed])
  return (
    <Screen title="Google">
      {failure === undefined ? (
        <Spinner label={t('access.connect.waiting')} />
      ) : (
        <Alert
          tone="danger"
          title={t('access.google.failed')}
          failure={failure}
          action={
            <LinkButton href={pathOf('google')} fit>
              {t('access.google.again')}
            </LinkButton>
          }
        >
          {refusalReason(failure)}
        </Alert>
      )}
    </Screen>
  )
}

function refusalReason(failure: unknown): string {
  if (!(failure instanceof CallFailed)) return t('access.google.nothing')
  const key = `access.google.${failure.code}`
  return hasMessage(key) ? t(key) : failureMessage(failure)
}

/** Sends Google's one-time code to the server; throws undefined when there is none. */
export async function linkWith(code: string | undefined): Promise<void> {
  if (!code) throw undefined
  await api(linkGoogle, { code, ...takeVerifier() })
}
